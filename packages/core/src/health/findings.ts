/**
 * FINDINGS: everything that Health finds. A row says what it is called, what is said of it, how it is found, what mends it, what it costs in the score, which kinds it
 * is looked for in, and which of their fields are read. The page, the worker and the client read this table; health.ts finds what a row says.
 */
import type { KindName } from "../items/kinds.ts";

/** What mends a finding, as its button says it. */
export const FIXES = {
  password: "Change password",
  code: "Add code",
  https: "Use https",
  card: "Update card",
  merge: "Merge",
} as const;
export type FixName = keyof typeof FIXES;

interface FindingRow {
  readonly label: string;
  /** Why it matters, and what to do: above the items that have it. */
  readonly sentence: string;
  /** When an item has it, where the score is explained. */
  readonly how: string;
  readonly fix: FixName;
  /** Of the 100 points of an item, those that are lost. */
  readonly weight: number;
  readonly kinds: readonly KindName[];
  /** Said on the page of Health alone: beside every item of a list it would be noise. */
  readonly onlyOnPage?: true;
  /** Fields it depends on that no list holds: they are opened. */
  readonly reads: readonly string[];
  /** When one of these changes, somebody's wish to ignore the finding was about something else. */
  readonly about: readonly string[];
}

/** A password that was not changed for so long is old. */
export const OLD_AFTER_DAYS = 365;
/** A card expires soon when it has fewer days left. */
export const EXPIRING_DAYS = 60;
/** Shorter passwords are weak whatever they are made of. */
export const SHORT_PASSWORD = 8;

/** The heaviest first: the order of the page. */
export const FINDINGS = {
  breached: {
    label: "Leaked",
    sentence: "These passwords appear in lists of leaked passwords, which attackers try first. Let the generator make new ones.",
    how: "You checked it against a list of leaked passwords, and it is there. Passwords that were not checked take nothing off.",
    fix: "password",
    weight: 100,
    kinds: ["password"],
    reads: ["password"],
    about: ["password"],
  },
  weak: {
    label: "Weak",
    sentence: "A program can guess these passwords quickly. Let the generator make new ones.",
    how: `The password has fewer than ${SHORT_PASSWORD} characters, or follows patterns that programs try first.`,
    fix: "password",
    weight: 100,
    kinds: ["password"],
    reads: ["password"],
    about: ["password"],
  },
  reused: {
    label: "Reused",
    sentence: "Anyone who learns one of these passwords can sign in at all the other sites too. Give each account its own.",
    how: "Another account has the same password.",
    fix: "password",
    weight: 80,
    kinds: ["password"],
    reads: ["password"],
    about: ["password"],
  },
  expired: {
    label: "Expired",
    sentence: "These cards are no longer accepted. Enter the details of the new one, or delete the old one.",
    how: "The card's last month has passed.",
    fix: "card",
    weight: 50,
    kinds: ["card"],
    reads: [],
    about: ["expiration_date"],
  },
  http: {
    label: "Not encrypted",
    sentence: "These addresses begin with http, so anyone on the network can read what you type there. Most sites work with https too.",
    how: "A web address begins with http, and is not one of your own network.",
    fix: "https",
    weight: 40,
    kinds: ["password"],
    onlyOnPage: true,
    reads: ["more_urls"],
    about: ["website_url", "more_urls"],
  },
  noCode: {
    label: "Without a code",
    sentence:
      "These sites can also ask for a one-time code, so that the password alone is not enough. Turn it on there and keep the code here.",
    how: "The site is known to offer one-time codes, and the login has none.",
    fix: "code",
    weight: 25,
    kinds: ["password"],
    onlyOnPage: true,
    reads: [],
    about: ["website_url", "totp"],
  },
  duplicate: {
    label: "Duplicate",
    sentence: "The same account is here more than once. Merging keeps the newest one and moves the others to the trash.",
    how: "Another login has the same site, username and password.",
    fix: "merge",
    weight: 15,
    kinds: ["password"],
    onlyOnPage: true,
    reads: ["password"],
    about: ["website_url", "username", "password"],
  },
  expiring: {
    label: "Expires soon",
    sentence: "The new card should be on its way. Enter its details when it arrives.",
    how: `The card expires within ${EXPIRING_DAYS} days.`,
    fix: "card",
    weight: 10,
    kinds: ["card"],
    reads: [],
    about: ["expiration_date"],
  },
  old: {
    label: "Old",
    sentence: "Nothing is wrong with these passwords as far as this device can tell. A new one ends what an old leak may still open.",
    how: `The password was not changed for ${OLD_AFTER_DAYS} days.`,
    fix: "password",
    weight: 5,
    kinds: ["password"],
    reads: ["password_history"],
    about: ["password"],
  },
} as const satisfies Readonly<Record<string, FindingRow>>;

export type FindingName = keyof typeof FINDINGS;
export const FINDING_NAMES = Object.keys(FINDINGS) as readonly FindingName[];

/** The row of a finding, seen as its general shape. */
export const findingOf = (name: FindingName): FindingRow => FINDINGS[name];

/** Where a person's wish to ignore a finding is kept: sealed with the item. */
export const IGNORED_FIELD = "ignored_findings";

/** The fields of a kind that have to be opened to look at it, beside those that lists hold; empty where it is not looked at. */
export function examinedFields(kind: KindName): readonly string[] {
  const rows = Object.values(FINDINGS).filter(({ kinds }: FindingRow) => kinds.includes(kind));
  return rows.length === 0 ? [] : [...new Set([...rows.flatMap(({ reads }) => reads), IGNORED_FIELD])];
}

/** Whether Health looks at items of a kind at all. */
export const isExamined = (kind: KindName): boolean => examinedFields(kind).length > 0;
