/** Three-way merge of fields: changes to different fields are combined, and a field changed on both sides is reported as a conflict. An absent field is empty. */

type Values = Readonly<Record<string, string>>;

export interface Merge {
  readonly merged: Record<string, string>;
  /** Fields both changed, to different values; `merged` holds theirs, because it is already saved. */
  readonly conflicts: string[];
}

/** @param base - the common ancestor. */
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

/** Names come from the wire and may be "constructor" or "__proto__": only own properties count. */
const own = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? "") : "");
