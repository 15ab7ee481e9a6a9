/**
 * Asking a list of leaked passwords without saying which (k-anonymity): the question is the first five hex characters of the SHA-1 of a password; the answer lists
 * the other thirty-five of every leaked password that begins so, each with how often it was seen. Rows with a count of nought are padding.
 */

const PREFIX_LENGTH = 5;
const ROW = /^([0-9A-F]{35}):(\d{1,12})$/i;

/** A hash in two parts: what is asked with, and what never leaves the device. @param hash - 40 hex characters. */
export const splitHash = (hash: string): readonly [prefix: string, suffix: string] => {
  const upper = hash.toUpperCase();
  return [upper.slice(0, PREFIX_LENGTH), upper.slice(PREFIX_LENGTH)];
};

/**
 * @returns by the rest of each hash how often it was seen; padding is left out.
 * @throws where the text is no such list: nothing may be taken for "not in it" then.
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
