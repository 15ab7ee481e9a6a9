/**
 * FINDINGS: everything that Health reports. A row has its label, its explanation, how it is found, its fix, its weight in the score, the kinds it
 * applies to, and the fields it reads. The page, the worker and the client read this table; health.ts implements the rules.
 */
import type { KindName } from "../items/kinds.ts";
import { plural } from "../text.ts";
import { type FindingName, IGNORED_FIELD } from "./finding-names.ts";

/** Fixes for findings, with the label of their button. */
export const FIXES = {
  password: "Change password",
  code: "Add code",
  https: "Use https",
  card: "Update card",
  merge: "Merge",
} as const;
export type FixName = keyof typeof FIXES;

/** How soon a finding wants to be mended, with the words of the page: the number next to "Health" counts what is to be done now. */
export const URGENCIES = { now: "Now", soon: "Soon", later: "Good to know" } as const;
export type Urgency = keyof typeof URGENCIES;

interface FindingRow {
  readonly label: string;
  /** Why it matters and what to do; shown above the affected items. */
  readonly sentence: string;
  /** When an item has it; shown in the explanation of the score. */
  readonly how: string;
  readonly fix: FixName;
  readonly urgency: Urgency;
  /** What to do first of all, where there is no heavier finding. @param count - items that have it. */
  readonly first: (count: number) => string;
  /** Points it costs of an item's 100. */
  readonly weight: number;
  readonly kinds: readonly KindName[];
  /** Shown only on the Health page: in lists it would be noise. */
  readonly onlyOnPage?: true;
  /** Fields it depends on that are not overview fields: they have to be opened. */
  readonly reads: readonly string[];
}

/** A password that was not changed for this long is old. */
export const OLD_AFTER_DAYS = 365;
/** A card expires soon when it has fewer days left. */
export const EXPIRING_DAYS = 60;
/** Shorter passwords are always weak. */
export const SHORT_PASSWORD = 8;

/** Heaviest first, in the order of the page. */
export const FINDINGS = {
  breached: {
    label: "In a breach",
    sentence: "These passwords appear in lists of leaked passwords, which attackers try first. Let the generator make new ones.",
    how: "You checked it against a list of leaked passwords, and it is there. Passwords that were not checked take nothing off.",
    fix: "password",
    urgency: "now",
    first: (count) => `Give ${plural(count, "account")} a new password: attackers know the one of today.`,
    weight: 100,
    kinds: ["password"],
    reads: ["password"],
  },
  weak: {
    label: "Weak",
    sentence: "A program can guess these passwords quickly. Let the generator make new ones.",
    how: `The password has fewer than ${SHORT_PASSWORD} characters, or follows patterns that programs try first.`,
    fix: "password",
    urgency: "now",
    first: (count) => `Give ${plural(count, "account")} a stronger password: a program guesses the one of today quickly.`,
    weight: 100,
    kinds: ["password"],
    reads: ["password"],
  },
  reused: {
    label: "Reused",
    sentence: "Anyone who learns one of these passwords can sign in at all the other sites too. Give each account its own.",
    how: "Another account has the same password.",
    fix: "password",
    urgency: "now",
    first: (count) => `Give ${plural(count, "account")} a password that no other account has.`,
    weight: 80,
    kinds: ["password"],
    reads: ["password"],
  },
  expired: {
    label: "Expired",
    sentence: "These cards are no longer accepted. Enter the details of the new one, or delete the old one.",
    how: "The card's last month has passed.",
    fix: "card",
    urgency: "now",
    first: (count) => `Enter what is new of ${plural(count, "expired card")}, or delete what is no longer used.`,
    weight: 50,
    kinds: ["card"],
    reads: [],
  },
  http: {
    label: "Not encrypted",
    sentence: "These addresses begin with http, so anyone on the network can read what you type there. Most sites work with https too.",
    how: "A web address begins with http, and is not one of your own network.",
    fix: "https",
    urgency: "soon",
    first: (count) => `Change the address of ${plural(count, "login")} from http to https.`,
    weight: 40,
    kinds: ["password"],
    onlyOnPage: true,
    reads: ["more_urls"],
  },
  noCode: {
    label: "Without a code",
    sentence:
      "These sites can also ask for a one-time code, so that the password alone is not enough. Turn it on there and keep the code here.",
    how: "The site is known to offer one-time codes, and the login has none.",
    fix: "code",
    urgency: "later",
    first: (count) => `Turn on one-time codes for ${plural(count, "account")}: the site offers them.`,
    weight: 25,
    kinds: ["password"],
    onlyOnPage: true,
    reads: [],
  },
  duplicate: {
    label: "Duplicate",
    sentence: "The same account is here more than once. Merging keeps the newest one and moves the others to the trash.",
    how: "Another login has the same site, username and password.",
    fix: "merge",
    urgency: "later",
    first: (count) => `Merge what is here more than once: ${plural(count, "login")}.`,
    weight: 15,
    kinds: ["password"],
    onlyOnPage: true,
    reads: ["password"],
  },
  expiring: {
    label: "Expires soon",
    sentence: "The new card should be on its way. Enter its details when it arrives.",
    how: `The card expires within ${EXPIRING_DAYS} days.`,
    fix: "card",
    urgency: "soon",
    first: (count) => `Look out for new cards: ${plural(count, "card")} will expire soon.`,
    weight: 10,
    kinds: ["card"],
    reads: [],
  },
  old: {
    label: "Old",
    sentence: "Nothing is wrong with these passwords as far as this device can tell. A new one ends what an old leak may still open.",
    how: `The password was not changed for ${OLD_AFTER_DAYS} days.`,
    fix: "password",
    urgency: "later",
    first: (count) => `Nothing presses. ${plural(count, "password")} could be renewed one day.`,
    weight: 5,
    kinds: ["password"],
    onlyOnPage: true,
    reads: ["password_history"],
  },
} as const satisfies Readonly<Record<FindingName, FindingRow>>;

/** The row of a finding, as its general type. */
export const findingOf = (name: FindingName): FindingRow => FINDINGS[name];

/** The fields of a kind that have to be opened to examine it, in addition to its overview fields; empty when it is not examined. */
export function examinedFields(kind: KindName): readonly string[] {
  const rows = Object.values(FINDINGS).filter(({ kinds }: FindingRow) => kinds.includes(kind));
  return rows.length === 0 ? [] : [...new Set([...rows.flatMap(({ reads }) => reads), IGNORED_FIELD])];
}

const EXAMINED: ReadonlySet<KindName> = new Set(Object.values(FINDINGS).flatMap(({ kinds }: FindingRow) => kinds));

/** Whether Health examines items of a kind at all. */
export const isExamined = (kind: KindName): boolean => EXAMINED.has(kind);
