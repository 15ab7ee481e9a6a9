/** Computes the findings and the score of a vault. Pure: the same items at the same time give the same report. */

import { offersCodes } from "./code-sites.ts";
import { endOf, expiryFinding } from "./expiry.ts";
import { FINDING_NAMES, type FindingName, IGNORED_FIELD } from "./finding-names.ts";
import { findingOf, isExamined, OLD_AFTER_DAYS } from "./findings.ts";
import { type ExaminedItem, factsOf, type ItemFacts } from "./item-facts.ts";
import { isShort } from "./looks-random.ts";
import { scoreOf } from "./score.ts";

const DAY_MS = 86_400_000;

export interface Found {
  readonly id: string;
  readonly finding: FindingName;
  /** For reused passwords and duplicates: all items of the group, including this one, newest first. */
  readonly group: readonly string[] | null;
}

export interface FoundIgnored extends Found {
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly ignoredAt: number;
}

export interface HealthReport {
  /** 0 to 100; null when there was nothing to examine. */
  readonly score: number | null;
  /** Number of examined items. */
  readonly looked: number;
  /** In the order of FINDINGS; items of a group are next to each other, the largest group first. */
  readonly found: readonly Found[];
  readonly ignored: readonly FoundIgnored[];
  /** Ids of the items whose password still needs the slow estimate: the report does not say whether they are weak. */
  readonly undecided: readonly string[];
}

export interface HealthOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By item id, whether its password is weak, for those that were estimated. Short ones are weak without it. */
  readonly weak?: ReadonlyMap<string, boolean>;
  /** By item id, how often its password was seen in leaks, for those that were looked up. */
  readonly breached?: ReadonlyMap<string, number>;
}

/** Items that do not open are skipped: nothing is known about them. */
export function healthOf(items: readonly ExaminedItem[], { now, weak = new Map(), breached = new Map() }: HealthOptions): HealthReport {
  const facts = items.filter(({ kind, state }) => state === "intact" && isExamined(kind)).map(factsOf);
  const { isWeak, undecided } = judged(facts, weak);
  const [reused, duplicate] = [reusedGroups(facts), duplicateGroups(facts)];
  const groups: Readonly<Partial<Record<FindingName, Groups>>> = { reused, duplicate };
  const rules: Record<FindingName, (one: ItemFacts) => boolean> = {
    breached: ({ id, password }) => password !== "" && (breached.get(id) ?? 0) > 0,
    weak: ({ id }) => isWeak.has(id),
    reused: ({ id }) => reused.has(id),
    expired: ({ endsAt }) => expiryFinding(endsAt, now) === "expired",
    expiring: ({ endsAt }) => expiryFinding(endsAt, now) === "expiring",
    http: ({ isUnencrypted }) => isUnencrypted,
    noCode: ({ hasCode, password, sites }) => !hasCode && password !== "" && sites.some(offersCodes),
    duplicate: ({ id }) => duplicate.has(id),
    old: ({ password, passwordSince }) => password !== "" && now - passwordSince > OLD_AFTER_DAYS * DAY_MS,
  };
  const [found, ignored]: [Found[], FoundIgnored[]] = [[], []];
  for (const finding of FINDING_NAMES) {
    const group = groups[finding] ?? null;
    for (const one of inGroups(
      facts.filter((fact) => findingOf(finding).kinds.includes(fact.kind) && rules[finding](fact)),
      group,
    )) {
      const entry = one.ignored.find((ignored) => ignored.finding === finding);
      const said = { id: one.id, finding, group: group?.get(one.id) ?? null };
      if (entry) ignored.push({ ...said, reason: entry.reason, ignoredAt: entry.at });
      else found.push(said);
    }
  }
  return { score: scoreOf(facts.length, found), looked: facts.length, found, ignored, undecided };
}

/**
 * The finding that a list can show without opening anything: that an item has expired or soon will. Nothing for an item with ignored findings, because the list of what is
 * ignored is sealed.
 * @param now - milliseconds since 1970.
 */
export function expiryInList({ kind, fields, holds, state }: Pick<ExaminedItem, "kind" | "fields" | "holds" | "state">, now: number) {
  if (state !== "intact" || !findingOf("expired").kinds.includes(kind) || holds?.includes(IGNORED_FIELD)) return null;
  return expiryFinding(endOf(kind, fields), now);
}

function judged(facts: readonly ItemFacts[], weak: ReadonlyMap<string, boolean>) {
  const isWeak = new Set<string>();
  const undecided: string[] = [];
  for (const { id, password } of facts) {
    if (password === "") continue;
    if (isShort(password) || weak.get(id)) isWeak.add(id);
    else if (!weak.has(id)) undecided.push(id);
  }
  return { isWeak, undecided };
}

type Groups = ReadonlyMap<string, readonly string[]>;

/** Accounts with the same password; the same account twice is a duplicate instead. */
function reusedGroups(facts: readonly ItemFacts[]): Groups {
  const together = grouped(facts, ({ password }) => password);
  return byMember(together.filter((group) => new Set(group.map(({ account }) => account)).size > 1));
}

const duplicateGroups = (facts: readonly ItemFacts[]): Groups =>
  byMember(grouped(facts, ({ account, password }) => password && JSON.stringify([account, password])));

/** @param keyOf - "" for items without a group. @returns groups of at least two. */
function grouped(facts: readonly ItemFacts[], keyOf: (one: ItemFacts) => string): ItemFacts[][] {
  const byKey = new Map<string, ItemFacts[]>();
  for (const one of facts) {
    const key = keyOf(one);
    if (key === "") continue;
    const group = byKey.get(key);
    if (group) group.push(one);
    else byKey.set(key, [one]);
  }
  return [...byKey.values()].filter((group) => group.length > 1);
}

function byMember(groups: readonly ItemFacts[][]): Groups {
  const members = new Map<string, readonly string[]>();
  for (const group of groups) {
    const ids = group.toSorted((a, b) => b.updatedAt - a.updatedAt).map(({ id }) => id);
    for (const id of ids) members.set(id, ids);
  }
  return members;
}

/** Members of a group next to each other, newest first; the largest group first. */
function inGroups(facts: readonly ItemFacts[], groups: Groups | null): readonly ItemFacts[] {
  if (groups === null) return facts;
  const byId = new Map(facts.map((one) => [one.id, one]));
  const largestFirst = [...new Set(groups.values())].sort((a, b) => b.length - a.length);
  return largestFirst.flatMap((ids) => ids.flatMap((id) => byId.get(id) ?? []));
}
