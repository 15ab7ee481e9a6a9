/** Deleted items as lines: when each will be gone, and the two ways out. */
import { summaryOf } from "@coffer/core/items/display";
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { shortDate } from "@coffer/core/text";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowBackUp, IconTrashX } from "@tabler/icons-react";
import { useState } from "react";
import { type ShortcutHandlers, useShortcuts } from "../../frame/keyboard/use-shortcuts.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { purgeText } from "../item/days-left-in-trash.ts";
import { Row } from "../list/Row.tsx";
import type { ListSelection } from "../list/use-selection.ts";
import { VirtualGrid } from "../list/VirtualGrid.tsx";
import { WaitingMarker } from "../tiles/Markers.tsx";
import { SelectButton } from "../tiles/OpenButton.tsx";
import { Subtitle } from "../tiles/TextLines.tsx";
import styles from "./TrashList.module.css";
import type { TrashActions } from "./use-trash-actions.ts";

interface Props {
  readonly items: readonly Item[];
  /** By id, in milliseconds since 1970. */
  readonly deletedAt: ReadonlyMap<string, number>;
  readonly vaults: readonly Vault[];
  readonly actions: TrashActions;
  readonly selection: ListSelection;
}

const HEIGHT = { wide: 64, narrow: 92 } as const;

export function TrashList({ items, deletedAt, vaults, actions, selection }: Props) {
  const narrow = useNarrow();
  const [now] = useState(() => Date.now());
  useTrashKeys(selection, actions);
  const byId = new Map(vaults.map((vault) => [vault.id, vault]));
  return (
    <VirtualGrid
      items={items}
      keyOf={(item) => item.id}
      label="Deleted items"
      minWidth={Number.POSITIVE_INFINITY}
      height={narrow ? HEIGHT.narrow : HEIGHT.wide}
      gap={0}
      framed
      onSelect={(item) => selection.select(item, false)}
      onExtend={selection.extend}
      render={(item, tabIndex) => (
        <TrashRow
          item={item}
          deletedAt={deletedAt.get(item.id) ?? now}
          now={now}
          vault={item.categoryId ? (byId.get(item.categoryId) ?? null) : null}
          actions={actions}
          selection={selection}
          narrow={narrow}
          tabIndex={tabIndex}
        />
      )}
    />
  );
}

interface RowProps extends Pick<Props, "actions" | "selection"> {
  readonly item: Item;
  readonly deletedAt: number;
  readonly now: number;
  readonly vault: Vault | null;
  readonly narrow: boolean;
  readonly tabIndex: number;
}

function TrashRow({ item, deletedAt, now, vault, actions, selection, narrow, tabIndex }: RowProps) {
  const selects = { item, selected: selection.ids.has(item.id), onSelect: selection.select, tabIndex };
  return (
    <Row
      {...selects}
      name={
        <>
          <SelectButton {...selects} />
          <Subtitle>{summaryOf(item) || "—"}</Subtitle>
        </>
      }
      facts={
        <div className={styles.facts}>
          {vault && <VaultBadge name={vault.name} color={vault.color} />}
          {item.waits ? (
            <WaitingMarker item={item} words={DELETION_WORDS} />
          ) : (
            <span className={styles.when} title={`Deleted ${shortDate(deletedAt)}`}>
              {purgeText(deletedAt, now)}
            </span>
          )}
        </div>
      }
      end={<WaysOut item={item} actions={actions} narrow={narrow} tabIndex={tabIndex} />}
    />
  );
}

const DELETION_WORDS = { waits: "Deletion not sent yet", refused: "Deletion not taken by the server" };

/** What the server has not deleted yet cannot be deleted for good. */
function WaysOut({ item, actions, narrow, tabIndex }: Pick<RowProps, "item" | "actions" | "narrow" | "tabIndex">) {
  const name = titleOf(item);
  const restore = { tabIndex, "aria-label": `Restore ${name}`, onClick: () => void actions.restore([item]) };
  return (
    <div className={styles.ways}>
      {narrow ? (
        <ActionIcon variant="subtle" size="lg" {...restore}>
          <IconArrowBackUp size={20} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="compact-md" leftSection={<IconArrowBackUp size={18} aria-hidden />} {...restore}>
          Restore
        </Button>
      )}
      {!item.waits && (
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          tabIndex={tabIndex}
          aria-label={`Delete ${name} forever`}
          title="Delete forever"
          onClick={() => void actions.purge([item])}
        >
          <IconTrashX size={20} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function useTrashKeys({ items, selectAll, clear }: ListSelection, actions: TrashActions): void {
  const whenSelected = (act: () => void) => () => {
    if (items.length > 0) act();
    return items.length > 0;
  };
  const handlers: ShortcutHandlers = {
    selectAll: () => {
      selectAll();
      return true;
    },
    unselect: whenSelected(clear),
    remove: whenSelected(() => void actions.purge(items)),
  };
  useShortcuts(handlers);
}
