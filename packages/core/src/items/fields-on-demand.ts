/** Which fields are not opened with their item. */
import { controlOf } from "./controls.ts";
import { type AnyKind, type Field, isItemKind, type KindName, kindOf } from "./kinds.ts";

export const isOnDemand = ({ control }: Pick<Field, "control">): boolean => controlOf(control).onDemand === true;

const NONE: readonly string[] = [];
/** Asked for every field of every row that an import seals. */
const byKind = new Map<KindName, readonly string[]>();

export function fieldsOnDemand(kind: AnyKind): readonly string[] {
  if (!isItemKind(kind)) return NONE;
  const known = byKind.get(kind);
  if (known) return known;
  const names = Object.entries(kindOf(kind).fields).flatMap(([name, field]) => (isOnDemand(field) ? name : []));
  byKind.set(kind, names);
  return names;
}
