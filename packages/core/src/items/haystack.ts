/** Many texts as one, which is searched from its beginning to its end: ten thousand strings apart take longer to fetch than to compare. */

export interface Haystack {
  readonly text: string;
  /** Where each text begins, and where one more would. */
  readonly starts: Uint32Array;
}

export function haystackOf(texts: readonly string[]): Haystack {
  const starts = new Uint32Array(texts.length + 1);
  let end = 0;
  for (const [at, { length }] of texts.entries()) {
    end += length + 1;
    starts[at + 1] = end;
  }
  return { text: texts.join("\n"), starts };
}

/** @param word - not empty. @returns for each text where the word is in it first, -1 where it is not */
export function placesOf({ text, starts }: Haystack, word: string): Int32Array {
  const count = starts.length - 1;
  const places = new Int32Array(count).fill(-1);
  let at = 0;
  for (let hit = text.indexOf(word); hit >= 0 && at < count; ) {
    while ((starts[at + 1] ?? 0) <= hit) at++;
    const next = starts[at + 1] ?? 0;
    const isWithin = hit + word.length < next;
    if (isWithin) places[at] = hit - (starts[at] ?? 0);
    // A word with a line break may seem to be across two texts.
    hit = text.indexOf(word, isWithin ? next : hit + 1);
  }
  return places;
}
