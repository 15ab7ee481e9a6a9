/** What one person or team has, or gives: in lines of the same level and the same end, so that both are said once for all that is in them. */
import type { ShareRow } from "@coffer/client";
import { LOCALE, shortDate } from "@coffer/core/text";
import type { Level } from "./levels.ts";

/** Of one person or team. */
export type SharesOfOne = readonly [ShareRow, ...ShareRow[]];

export interface ShareLine {
  readonly key: string;
  readonly rows: SharesOfOne;
  readonly permission: Level;
  /** Milliseconds since 1970; null for never. Of several it is the first; all are on one day. */
  readonly expiresAt: number | null;
  readonly isExpired: boolean;
  /** It is with a team: of what others share, the user's own. */
  readonly isTeam: boolean;
  /** What the server's list says of it is not what this account remembers. */
  readonly odd: "not-listed" | "not-given" | null;
}

export interface PersonShares {
  readonly key: string;
  /** Email, or the name of the team. */
  readonly person: string;
  readonly isTeam: boolean;
  /** Null where there is no number to compare: of a team, and of who shares with the user's team alone. */
  readonly known: ShareRow["known"] | null;
  readonly lines: readonly ShareLine[];
  readonly rows: SharesOfOne;
}

/** @param rows - by name, which is the order within a line too */
export const byPerson = (rows: readonly ShareRow[]): PersonShares[] =>
  grouped(rows, personKey)
    .map(([key, ofOne]) => {
      const [{ person, isTeam }] = ofOne;
      const lines = grouped(ofOne, lineKey).map(lineOf).toSorted(byEnd);
      return { key, person, isTeam, known: leastKnown(ofOne), lines, rows: ofOne };
    })
    .toSorted((one, other) => Number(other.isTeam) - Number(one.isTeam) || one.person.localeCompare(other.person, LOCALE));

/** By who shares it, with the user or with their team. */
export const bySharer = (rows: readonly ShareRow[]): PersonShares[] =>
  grouped(rows, ({ person }) => person)
    .map(([person, ofOne]) => {
      const lines = grouped(ofOne, (row) => `${row.isTeam} ${lineKey(row)}`)
        .map(lineOf)
        .toSorted(byEnd);
      return { key: person, person, isTeam: false, known: leastKnown(ofOne), lines, rows: ofOne };
    })
    .toSorted((one, other) => one.person.localeCompare(other.person, LOCALE));

/** An address and a team may have the same name. */
const personKey = ({ isTeam, person }: Pick<ShareRow, "isTeam" | "person">): string => `${isTeam ? "team" : "person"} ${person}`;

const oddOf = ({ trouble }: ShareRow): ShareLine["odd"] => (trouble === "not-listed" || trouble === "not-given" ? trouble : null);

const lineKey = (row: ShareRow): string =>
  [oddOf(row), row.permission, row.isExpired, row.expiresAt === null || row.isExpired ? null : shortDate(row.expiresAt)].join(" ");

const lineOf = ([key, rows]: readonly [string, SharesOfOne]): ShareLine => {
  const [{ permission, expiresAt, isExpired, isTeam }] = rows;
  return { key, rows, permission, expiresAt, isExpired, isTeam, odd: oddOf(rows[0]) };
};

function grouped(rows: readonly ShareRow[], keyOf: (row: ShareRow) => string): [string, SharesOfOne][] {
  const groups = new Map<string, [ShareRow, ...ShareRow[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}

/** What lasts longest comes first, what is over or odd last: it is about that line alone. */
function byEnd(one: ShareLine, other: ShareLine): number {
  const rank = ({ odd, isExpired }: ShareLine): number => (odd ? 2 : isExpired ? 1 : 0);
  const end = ({ expiresAt }: ShareLine): number => expiresAt ?? Number.MAX_SAFE_INTEGER;
  return rank(one) - rank(other) || end(other) - end(one) || one.permission.localeCompare(other.permission, LOCALE);
}

const DOUBT: readonly ShareRow["known"][] = ["changed", "new", "unverified", "verified"];

/** Of an older row the key may be another one: the worst counts. */
const leastKnown = (rows: SharesOfOne): PersonShares["known"] =>
  DOUBT.find((known) => rows.some((row) => !row.isTeam && row.known === known)) ?? null;
