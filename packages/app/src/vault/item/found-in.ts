/** Says where a search found an item, when that was not its name. */
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { spokenLabel } from "./rights.ts";

/** "Found in username"; null for the name itself, which is in sight anyway. */
export function foundIn(kind: KindName, field: string | null): string | null {
  const { title, fields } = kindOf(kind);
  if (field === null || field === title) return null;
  return `Found in ${spokenLabel(fields[field]?.label ?? field)}`;
}
