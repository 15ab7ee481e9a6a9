/** What an event cost people: how long no save was answered, how long one person waited, and what they read meanwhile. */

import { ConnectionError, NoAnswerError, UnreachedError } from "../../packages/client/dist/errors.js";
import { ERRORS } from "../../packages/contract/dist/errors.js";

/** What people may read while something is away: it starts, is busy, under maintenance, not reachable, or someone else answers in its place. */
const OUTAGE = new Set([
  ...[ERRORS.starting, ERRORS.overloaded, ERRORS.unavailable, ERRORS.maintenance].map(([, sentence]) => sentence),
  ...[new UnreachedError(), new NoAnswerError(), new ConnectionError("ask"), new ConnectionError("save")].map(({ message }) => message),
]);

const seconds = (ms) => Math.round(ms / 100) / 10;

/** @returns the longest time between two answered saves, from the last one before `from` to the first one after `until` */
function longestGap(saves, from, until) {
  const ends = saves.map(({ at }) => at).sort((a, b) => a - b);
  const near = ends.filter((at, index) => (ends[index + 1] ?? at) >= from && (ends[index - 1] ?? at) <= until);
  return Math.max(0, ...near.slice(1).map((at, index) => at - near[index]));
}

/** @param calm - since when nothing happened @param from @param until - of the event, in milliseconds since 1970 */
export function figuresOf({ saves, refused }, { calm, from, until }) {
  const gap = longestGap(saves, from, until);
  const waits = saves.filter(({ began, at }) => at >= from && began <= until).map(({ began, at }) => at - began);
  const read = refused.filter(({ at }) => at >= from && at <= until);
  const wrong = read.filter(({ sentence }) => !OUTAGE.has(sentence));
  const before = saves.filter(({ at }) => at < from);
  return {
    calm: seconds(longestGap(before, calm, from)),
    gap: seconds(gap),
    wait: seconds(Math.max(0, ...waits)),
    read: read.length,
    wrong: wrong.length,
  };
}

/** @returns each sentence that people read, and how often */
export function sentencesOf({ refused }) {
  const counts = new Map();
  for (const { sentence } of refused) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([sentence, count]) => `${OUTAGE.has(sentence) ? " " : "!"} ${count} × ${sentence}`);
}
