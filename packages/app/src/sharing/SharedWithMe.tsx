/** What others share with the user, one row a person: opened from here, to be read or edited as they allow. An expired share is still listed, and does nothing. */
import type { ShareRow } from "@coffer/client";
import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconUsers } from "@tabler/icons-react";
import { EmptyState } from "../ui/EmptyState.tsx";
import { nameOf, whatOf } from "../vault/item/share-name.ts";
import { OpenThing, ThingChips, ThingName } from "../vault/item/ThingChips.tsx";
import { bySharer, type ShareLine } from "./by-person.ts";
import { ExpiryText } from "./ExpiryText.tsx";
import { HiddenShares, HideButton } from "./HiddenShares.tsx";
import { LEVELS } from "./levels.ts";
import { PeopleList } from "./PeopleList.tsx";
import { PersonHead } from "./PersonHead.tsx";
import line from "./ShareLine.module.css";
import styles from "./SharingCenter.module.css";

interface Props {
  readonly rows: readonly ShareRow[];
  readonly onOpen: (row: ShareRow) => void;
  readonly onCompare: (email: string) => void;
}

const COLUMNS = ["Item Details", "Shared By", "Access Level", "Expires", "Actions"] as const;

const NONE = "No one has shared any passwords or other items with you yet.";
const ALL_HIDDEN = "You have hidden what others share with you.";

export function SharedWithMe({ rows, onOpen, onCompare }: Props) {
  const hidden = rows.filter(({ isHidden }) => isHidden);
  return (
    <>
      <Shown rows={rows.filter(({ isHidden }) => !isHidden)} hasHidden={hidden.length > 0} onOpen={onOpen} onCompare={onCompare} />
      <HiddenShares rows={hidden} isBelowList={hidden.length < rows.length} />
    </>
  );
}

function Shown({ rows, hasHidden, onOpen, onCompare }: Props & { readonly hasHidden: boolean }) {
  if (rows.length === 0) return <EmptyState icon={<IconUsers />} title="No shared items" text={hasHidden ? ALL_HIDDEN : NONE} />;
  return (
    <section aria-label="Items Shared With You">
      <h2 className={styles.title}>Items Shared With You</h2>
      <PeopleList
        people={bySharer(rows)}
        columns={COLUMNS}
        isThingsFirst
        head={(shares) => <PersonHead shares={shares} side="withMe" onCompare={onCompare} />}
        things={(one) => <Things line={one} onOpen={onOpen} />}
        level={(one) => <span className={line.said}>{LEVELS[one.permission].word}</span>}
        end={({ expiresAt }, isCard) => (
          <span className={line.said}>
            <ExpiryText expiresAt={expiresAt} never={isCard ? "Never expires" : "Never"} />
          </span>
        )}
        actions={{ ofLine: (one) => <Actions line={one} onOpen={onOpen} /> }}
      />
    </section>
  );
}

interface OfLine {
  readonly line: ShareLine;
  readonly onOpen: (row: ShareRow) => void;
}

const wordOf = ({ kind, permission }: ShareRow): string => (kind === "category" ? "Open" : LEVELS[permission].word);

/** What cannot be shown is said once, with how many there are of it. */
function Things({ line: { rows, isTeam }, onOpen }: OfLine) {
  const alike = (row: ShareRow) => rows.filter((one) => one.name === null && nameOf(one) === nameOf(row));
  const shown = rows.filter((row) => row.name !== null || alike(row)[0] === row);
  const chip = (row: ShareRow) => {
    if (row.name !== null) return <OpenThing row={row} word={wordOf(row)} onOpen={onOpen} />;
    const { length } = alike(row);
    return <ThingName row={row} note={length > 1 ? `× ${length}` : null} />;
  };
  return (
    <>
      <ThingChips rows={shown} inside={chip} />
      {isTeam && <p className={line.way}>Through your team</p>}
    </>
  );
}

const Actions = ({ line: one, onOpen }: OfLine) => (
  <div className={styles.actions}>
    <OpenButton line={one} onOpen={onOpen} />
    {!one.isExpired && <HideButton rows={one.rows} />}
  </div>
);

/** No button for what has expired, or whose signature is not believed; of several things, which one is asked. */
function OpenButton({ line: { rows }, onOpen }: OfLine) {
  const [first, ...others] = rows.filter(({ isExpired, name }) => !isExpired && name !== null);
  if (!first) return null;
  const word = wordOf(others.find(({ kind }) => kind !== "category") ?? first);
  const look = {
    variant: "default",
    size: "compact-md",
    "aria-label": `${word} what ${first.person} shares: ${whatOf([first, ...others])}`,
  };
  if (others.length === 0)
    return (
      <Button {...look} onClick={() => onOpen(first)}>
        {word}
      </Button>
    );
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button {...look} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {word}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={line.menu}>
        {[first, ...others].map((row) => (
          <Menu.Item key={row.id} onClick={() => onOpen(row)}>
            {nameOf(row)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
