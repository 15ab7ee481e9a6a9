/** What the user shares, one row a person. */
import type { ShareRow } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconPlus, IconUserX } from "@tabler/icons-react";
import { listed, nameOf } from "../vault/item/share-name.ts";
import type { PersonShares, ShareLine } from "./by-person.ts";
import { LEVELS } from "./levels.ts";
import { PeopleList } from "./PeopleList.tsx";
import { PersonHead } from "./PersonHead.tsx";
import { ShareChips } from "./ShareChips.tsx";
import line from "./ShareLine.module.css";
import { EndMenu, LevelMenu } from "./ShareMenus.tsx";
import { useShareActions } from "./use-share-actions.ts";

export interface PersonVerbs {
  readonly onOpen: (row: ShareRow) => void;
  readonly onCompare: (email: string) => void;
  readonly onShareMore: (email: string) => void;
}

interface Props extends PersonVerbs {
  readonly people: readonly PersonShares[];
  /** Everything of a person, also what a search leaves out. */
  readonly allOf: (shares: PersonShares) => PersonShares["rows"];
}

const COLUMNS = ["Shared With", "Item Details", "Access Level", "Expiration", "Actions"] as const;

export const ByPerson = ({ people, allOf, ...verbs }: Props) => (
  <PeopleList
    people={people}
    columns={COLUMNS}
    head={(shares) => <PersonHead shares={shares} side="byMe" onCompare={verbs.onCompare} />}
    things={(one) => (
      <>
        <ShareChips line={one} onOpen={verbs.onOpen} />
        <OddNote line={one} />
        <KeyWaits line={one} />
      </>
    )}
    level={(one) => <Level line={one} />}
    end={(one) => <End line={one} />}
    actions={{ ofPerson: (shares) => <PersonActions shares={shares} rows={allOf(shares)} onShareMore={verbs.onShareMore} /> }}
  />
);

interface OfLine {
  readonly line: ShareLine;
}

/** Where the server's list is not what this account remembers, there is nothing to change but to revoke it. */
const Level = ({ line: one }: OfLine) => (one.odd ? <span>{LEVELS[one.permission].listed}</span> : <LevelMenu line={one} />);

const End = ({ line: one }: OfLine) => (one.odd ? null : <EndMenu line={one} />);

const ODD: Readonly<Record<NonNullable<ShareLine["odd"]>, string>> = {
  "not-listed": "The server does not list this share, and you have not ended it. It stays as it is until you revoke it.",
  "not-given":
    "The server lists this share, but you took it back or never gave it. This person gets no new key. Revoke it to tell the server again.",
};

const OddNote = ({ line: one }: OfLine) => one.odd && <p className={line.odd}>{ODD[one.odd]}</p>;

/** Once for each reason. */
const KeyWaits = ({ line: { rows } }: OfLine) =>
  [...new Set(rows.flatMap(({ keyWaits }) => keyWaits ?? []))].map((why) => (
    <p key={why} className={line.odd}>
      {`${listed(rows.filter(({ keyWaits }) => keyWaits === why).map(nameOf), NAMED)}: ${why}`}
    </p>
  ));

/** Names that fit into a note. */
const NAMED = 8;

interface ActionProps extends Pick<PersonVerbs, "onShareMore"> {
  readonly shares: PersonShares;
  readonly rows: PersonShares["rows"];
}

/** What is about all that someone has. One thing alone is taken back by its own cross. */
function PersonActions({ shares: { person, isTeam }, rows, onShareMore }: ActionProps) {
  const { revoke, isBusy } = useShareActions();
  return (
    <div className={line.actions}>
      {!isTeam && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={`Share more with ${person}`}
          onClick={() => onShareMore(person)}
        >
          Share more
        </Button>
      )}
      {rows.length > 1 && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconUserX size={16} aria-hidden />}
          aria-label={`Revoke all access of ${person}`}
          disabled={isBusy}
          onClick={() => void revoke(rows)}
        >
          Revoke all
        </Button>
      )}
    </div>
  );
}
