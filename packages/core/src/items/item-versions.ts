/** The earlier versions of an item: which of them are missing, what each save changed, and what an item becomes when something of one comes back. */
import { isOnDemand } from "./fields-on-demand.ts";
import type { FieldValues } from "./item.ts";
import { type Field, type KindName, kindOf } from "./kinds.ts";

/** What is computed at every save says nothing of its own, and private keys are not opened with an item. */
const isCompared = (field: Field): boolean => !field.derive && !isOnDemand(field);

/** Names of the fields in which two versions of an item differ, in the order of its kind. Not those that this version of the product does not know. */
export const differingFields = (kind: KindName, one: FieldValues, other: FieldValues): string[] =>
  Object.entries(kindOf(kind).fields).flatMap(([name, field]) =>
    isCompared(field) && (one[name] ?? "") !== (other[name] ?? "") ? name : [],
  );

/** A passkey is one half of what a site knows: it is removed and returned on its own (passkeys.ts), and no restore takes one away. */
export const isRestorable = (kind: KindName, name: string): boolean => kindOf(kind).fields[name]?.control !== "passkeys";

/** The item as it is now with these fields as they were; the rest stays, and so does what is computed at every save. */
export const withRestored = (now: FieldValues, version: FieldValues, names: readonly string[]): FieldValues => ({
  ...now,
  ...Object.fromEntries(names.map((name) => [name, version[name] ?? ""])),
});

/** Revisions that are not there, both ends included. */
export interface MissingVersions {
  readonly from: number;
  readonly to: number;
}

interface Timeline<V> {
  /** The newest first, with the gaps between them: the server has left these out. */
  readonly entries: readonly (V | MissingVersions)[];
  /** Those before the first one that is there: gone, or never given to this person. Null where none are missing, and while there are more to ask for. */
  readonly before: MissingVersions | null;
}

interface Version {
  readonly revision: number;
  /** How many revisions before it are the same, sealed again under new keys: they are in no list. */
  readonly again?: number | undefined;
}

const firstOf = ({ revision, again = 0 }: Version): number => revision - again;

/** Revisions count by one. @param versions - what the item is now among them @param older - how many more can be asked for */
export function timelineOf<V extends Version>(versions: readonly V[], older: number): Timeline<V> {
  const sorted = versions.toSorted((one, other) => other.revision - one.revision);
  const entries = sorted.flatMap((version, index): (V | MissingVersions)[] => {
    const newer = sorted[index - 1];
    const last = newer === undefined ? version.revision : firstOf(newer) - 1;
    return last > version.revision ? [{ from: version.revision + 1, to: last }, version] : [version];
  });
  const oldest = sorted.at(-1);
  const first = oldest ? firstOf(oldest) : 1;
  return { entries, before: older === 0 && first > 1 ? { from: 1, to: first - 1 } : null };
}
