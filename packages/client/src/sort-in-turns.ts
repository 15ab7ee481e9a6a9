/** Sorts a long list part by part, and the page has its turn in between: to compare ten thousand names takes it several frames. */
import { nextTurn } from "./batches.ts";

type Compare<T> = (one: T, other: T) => number;

/** A millisecond or two, of names. */
const AT_ONCE = 500;

/** Stable, like the platform's. What is in order already is hardly compared. */
export async function sortInTurns<T>(all: readonly T[], compare: Compare<T>): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    if (at > 0) await nextTurn();
    runs.push(all.slice(at, at + AT_ONCE).sort(compare));
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(await merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

async function merged<T>(left: readonly T[], right: readonly T[], compare: Compare<T>): Promise<readonly T[]> {
  const [last, first] = [left.at(-1), right[0]];
  if (last === undefined || first === undefined || compare(last, first) <= 0) return left.concat(right);
  const both: T[] = [];
  let [l, r] = [0, 0];
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as T, right[r] as T];
    const isLeft = compare(one, other) <= 0;
    both.push(isLeft ? one : other);
    if (isLeft) l++;
    else r++;
    if (both.length % AT_ONCE === 0) await nextTurn();
  }
  return both.concat(left.slice(l), right.slice(r));
}
