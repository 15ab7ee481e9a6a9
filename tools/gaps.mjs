/** Words of a page that run into a value beside them: JSX drops the end of a line, so "kept for" above a line that begins with {DAYS} reads "kept for30". */

const WORD_THEN_VALUE = /^[^\S\n]+[^\s<{(/*][^\n]*[\p{L}\p{N},]\n[^\S\n]+\{[\p{L}_][^\n]*$/gmu;
const VALUE_THEN_WORD = /^[^\S\n]+[^\n]*(?<!=)\{[\p{L}_][\w.]*\}\n[^\S\n]+\p{Ll}[^\n=:(]*$/gmu;

/** @returns one line for each place */
export function missingGaps(path, text) {
  if (!path.endsWith(".tsx")) return [];
  return [...text.matchAll(WORD_THEN_VALUE), ...text.matchAll(VALUE_THEN_WORD)].map(({ index, 0: found }) => {
    const line = text.slice(0, index).split("\n").length;
    return `${path}:${line}: a word and a value on two lines are shown without a space: ${found.trim().replace(/\s+/g, " ⏎ ").slice(-60)}`;
  });
}
