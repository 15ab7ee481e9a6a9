/** What of an item can be copied without opening it on the screen, and what then goes on the clipboard. */

import type { Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { parseCode } from "@coffer/core/items/totp";
import { codeAt } from "@coffer/core/items/totp-code";

/** Whether there is anything in a field; unknown counts as yes. Nothing is ever copied from what did not open. */
export const isCopyable = ({ state, holds }: Pick<Item, "state" | "holds">, field: string): boolean =>
  state === "intact" && (holds?.includes(field) ?? true);

/**
 * A field's value as a site wants it: of a setup key the code that counts now, of anything else the text itself.
 * @param now - milliseconds since 1970.
 * @returns "" for a setup key that cannot be read.
 */
export function copiedText(item: Pick<Item, "kind" | "fields">, field: string, now: number): string {
  const value = item.fields[field] ?? "";
  if (kindOf(item.kind).fields[field]?.control !== "code") return value;
  const settings = parseCode(value);
  return settings ? codeAt(settings, now).code : "";
}
