/** What is worked out of a text is the same each time, and a page has the same words at many fields. */

/** A hostile page could have endlessly many. */
const MOST_KEPT = 4000;
/** Longer texts are rare, and not kept. */
const LONGEST_KEPT = 200;

/** @returns the same function, which works out each short text once. */
export function keep<Value>(work: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, { readonly value: Value }>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known.value;
    const value = work(text);
    if (text.length > LONGEST_KEPT) return value;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, { value });
    return value;
  };
}
