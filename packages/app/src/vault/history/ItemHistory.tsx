/** The earlier versions of an item, in the place of its detail: all of them in a line of time, then one of them next to another, and what is given back. */
import type { ItemVersion } from "@coffer/client";
import { type Item, titleOf } from "@coffer/core/items/item";
import { differingFields, isRestorable } from "@coffer/core/items/item-versions";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconArrowLeft } from "@tabler/icons-react";
import { useState } from "react";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { mayEdit } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { type Compared, CompareVersions } from "./CompareVersions.tsx";
import styles from "./ItemHistory.module.css";
import { isMissing, NOW, type ShownVersion } from "./shown-versions.ts";
import { Timeline } from "./Timeline.tsx";
import { useRestore } from "./use-restore.ts";
import { useVersions } from "./use-versions.ts";

interface Props {
  /** As the list has it. */
  readonly item: Item;
  readonly actions: ItemActions;
  /** Back to the detail. */
  readonly onClose: () => void;
}

export function ItemHistory({ item, actions, onClose }: Props) {
  const { query, shown } = useVersions(item);
  const [pair, choose] = useState<Pair | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const { restore, isRestoring } = useRestore(item);
  const narrow = useNarrow();
  const all = shown?.entries.flatMap((entry) => (isMissing(entry) || entry.version.state === "tampered" ? [] : entry)) ?? [];
  const compared = shown && pair && comparedOf(item, shown.now, all, pair);
  // Once a field was given back the first page alone is there: what was compared with may be on another, and is not jumped to when that is asked for.
  if (shown && pair && !compared && !query.isFetching) choose(null);
  const back = () => {
    setLast(pair?.one ?? null);
    choose(null);
  };
  const onRestore = (names: readonly string[], what: string) =>
    void (compared && shown && restore({ from: compared.one, now: shown.now, names, what }));
  return (
    <Sheet
      opened
      pane="inline"
      title={`Versions of ${titleOf(item)}`}
      onClose={compared ? back : onClose}
      {...(compared &&
        (!narrow || compared.restorable.length > 1) && {
          footer: <Footer restorable={compared.restorable} {...{ narrow, isRestoring, onRestore }} onBack={back} />,
        })}
    >
      {query.isError && <LoadFailed query={query}>{FAILED}</LoadFailed>}
      {!shown && !query.isError && <Loading rows={4} />}
      {compared && (
        <CompareVersions
          {...{ item, actions, all, isRestoring, onRestore }}
          {...compared}
          onChoose={(one, other) => choose({ one: one.version.saveId, other: other.name === NOW ? null : other.version.saveId })}
        />
      )}
      {shown && !compared && (
        <Timeline
          {...shown}
          isLoading={query.isFetchingNextPage}
          isOwner={item.isOwner}
          last={last}
          onOpen={(saveId) => choose({ one: saveId, other: null })}
          onOlder={() => void query.fetchNextPage()}
        />
      )}
    </Sheet>
  );
}

const FAILED = "The versions of this item could not be loaded";

/** By their save ids; null for what the item is now, which a save changes. */
interface Pair {
  readonly one: string;
  readonly other: string | null;
}

/** `restorable`: fields of the first one that this person can give back, since the item has them otherwise now. */
function comparedOf(
  item: Item,
  now: ItemVersion,
  all: readonly ShownVersion[],
  pair: Pair,
): (Compared & { readonly restorable: readonly string[] }) | null {
  const find = (saveId: string): ShownVersion | undefined => all.find(({ version }) => version.saveId === saveId);
  const one = find(pair.one);
  if (!one) return null;
  // An edit that waits is one of what the device had: it is not mixed with what is given back.
  const differing =
    mayEdit(item) && !item.waits && now.state === "intact" ? differingFields(item.kind, one.version.fields, now.fields) : [];
  // Where what the item is now does not open, the version is looked at alone.
  return { one, other: find(pair.other ?? now.saveId) ?? one, restorable: differing.filter((name) => isRestorable(item.kind, name)) };
}

interface FooterProps {
  readonly narrow: boolean;
  readonly restorable: readonly string[];
  readonly isRestoring: boolean;
  readonly onRestore: (names: readonly string[], what: string) => void;
  readonly onBack: () => void;
}

function Footer({ narrow, restorable, isRestoring, onRestore, onBack }: FooterProps) {
  const all = plural(restorable.length, "field");
  return (
    <div className={styles.footer}>
      {/* A narrow window has it at the top. */}
      {!narrow && (
        <Button variant="subtle" leftSection={<IconArrowLeft size={18} />} onClick={onBack}>
          All versions
        </Button>
      )}
      {restorable.length > 1 && (
        <Button leftSection={<IconArrowBackUp size={18} />} loading={isRestoring} onClick={() => onRestore(restorable, all)}>
          {`Restore all ${all}`}
        </Button>
      )}
    </div>
  );
}
