/**
 * Queries a list of leaked passwords without revealing the password (k-anonymity): the query is the first five hex characters of its SHA-1; the reply lists
 * the other thirty-five of every leaked password with that prefix, each with how often it was seen. Rows with a count of zero are padding.
 */

const PREFIX_LENGTH = 5;
const ROW = /^([0-9A-F]{35}):(\d{1,12})$/i;

/** Splits a hash into the prefix to ask with, and the suffix that never leaves the device. @param hash - 40 hex characters. */
export const splitHash = (hash: string): readonly [prefix: string, suffix: string] => {
  const upper = hash.toUpperCase();
  return [upper.slice(0, PREFIX_LENGTH), upper.slice(PREFIX_LENGTH)];
};

/**
 * @returns how often each password was seen, by the suffix of its hash, without padding.
 * @throws when the text is not such a list: otherwise every password would count as not leaked.
 */
export function readRange(text: string): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new Error("The answer is empty");
  for (const line of lines) {
    const [, rest, count] = ROW.exec(line.trim()) ?? [];
    if (rest === undefined) throw new Error("The answer is no list of hashes");
    if (Number(count) > 0) seen.set(rest.toUpperCase(), Number(count));
  }
  return seen;
}
