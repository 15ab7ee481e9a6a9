/**
 * Looks at a vault in steps. First everything that takes no time; then the passwords whose length alone does not tell, by what they are made of; at last those few that
 * only the estimate by patterns can judge, one after the other. There is a result after each step.
 */

import { type HealthReport, healthOf } from "@coffer/core/health/health";
import type { ExaminedItem } from "@coffer/core/health/item-facts";
import { type Lexicon, lexiconOf, lookOf } from "@coffer/core/health/looks-random";
import { MIN_SAFE_SCORE } from "@coffer/core/passwords/guessable";
import { knownWords } from "@coffer/core/passwords/known-words";

/** By item id. */
export type Verdicts = readonly (readonly [id: string, weak: boolean])[];

export interface HealthState {
  readonly report: HealthReport;
  /** What is known of the passwords so far; short ones are weak without it. */
  readonly verdicts: Verdicts;
  /** Whether anything more will come. Done with passwords undecided: the lists to judge them by could not be loaded. */
  readonly isDone: boolean;
}

export interface Patterns {
  readonly checkPatterns: (password: string, known: readonly string[]) => { readonly score: number };
  readonly patternWords: () => string[];
}

export interface CheckOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of passwords that have not changed since they were looked at. */
  readonly verdicts: Verdicts;
  /** How often passwords were seen in leaks, of those that were asked about. */
  readonly breached: readonly (readonly [id: string, seen: number])[];
  readonly loadPatterns: () => Promise<Patterns>;
}

/** Between two answers while one password after the other is estimated, in milliseconds. */
const ANSWER_EVERY = 400;

export async function* checkVault(
  items: readonly ExaminedItem[],
  { now, verdicts, breached: leaks, loadPatterns }: CheckOptions,
): AsyncGenerator<HealthState> {
  const [weak, breached] = [new Map(verdicts), new Map(leaks)];
  const state = (isDone: boolean): HealthState => ({ report: healthOf(items, { now, weak, breached }), verdicts: [...weak], isDone });
  const first = state(false);
  const undecided = new Set(first.report.undecided);
  if (undecided.size === 0) return yield { ...first, isDone: true };
  yield first;
  const patterns = await loadPatterns().catch(() => null);
  if (patterns === null) return yield { ...first, isDone: true };
  const left = judgeByAppearance(samePasswords(items.filter(({ id }) => undecided.has(id))), lexiconOf(patterns.patternWords()), weak);
  let answeredAt = performance.now();
  if (left.length > 0) yield state(false);
  for (const { password, ids, known } of left) {
    const { score } = patterns.checkPatterns(password, known);
    for (const id of ids) weak.set(id, score < MIN_SAFE_SCORE);
    if (performance.now() - answeredAt < ANSWER_EVERY) continue;
    yield state(false);
    answeredAt = performance.now();
  }
  yield state(true);
}

interface Password {
  readonly password: string;
  readonly ids: string[];
  /** Words of all the accounts it is for. */
  readonly known: string[];
}

function samePasswords(items: readonly ExaminedItem[]): Password[] {
  const byPassword = new Map<string, Password>();
  for (const { id, fields } of items) {
    const { password = "", username, website_url: url, title } = fields;
    const same = byPassword.get(password) ?? { password, ids: [], known: [] };
    same.ids.push(id);
    same.known.push(...knownWords(username, url, title));
    byPassword.set(password, same);
  }
  return [...byPassword.values()];
}

/** @returns those that their look does not tell. */
function judgeByAppearance(passwords: readonly Password[], lexicon: Lexicon, weak: Map<string, boolean>): Password[] {
  return passwords.filter(({ password, ids }) => {
    const look = lookOf(password, lexicon);
    if (look !== "unsure") for (const id of ids) weak.set(id, look === "weak");
    return look === "unsure";
  });
}
