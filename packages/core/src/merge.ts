/** Three-way merge of fields: what two devices changed apart is joined, and the same field changed twice is named. A field that is absent is an empty one. */

type Values = Readonly<Record<string, string>>;

export interface Merge {
  readonly merged: Record<string, string>;
  /** Fields both changed, to different values; `merged` holds theirs, because it is already saved. */
  readonly conflicts: string[];
}

/** @param base - what both began from. */
export function mergeFields({ base, mine, theirs }: { base: Values; mine: Values; theirs: Values }): Merge {
  const merged: Record<string, string> = {};
  const conflicts: string[] = [];
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, ours, other] = [own(base, name), own(mine, name), own(theirs, name)];
    const onlyMineChanged = other === was;
    if (!onlyMineChanged && ours !== was && ours !== other) conflicts.push(name);
    Object.defineProperty(merged, name, { value: onlyMineChanged ? ours : other, enumerable: true, writable: true, configurable: true });
  }
  return { merged, conflicts };
}

/** Names come from the wire and may be "constructor" or "__proto__": only what was really said counts. */
const own = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? "") : "");
