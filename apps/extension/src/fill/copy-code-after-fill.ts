/** When a one-time code is copied: after a password was filled, if the item has one and the person has not switched it off. */
import { copyForAWhile } from "@coffer/app/ui/clipboard.ts";
import type { Client, Item } from "@coffer/client";
import type { Filled } from "@coffer/fill/write/fill";
import { codeValues } from "./values-of.ts";

/** @returns the sentence that says so, to be put after another; "" where none was copied */
export async function copyCodeAfterFill({ lockSettings }: Client["account"], { filled }: Filled, { fields }: Item): Promise<string> {
  // A code that is in the form need not be on the clipboard.
  const code = filled.includes("current-password") ? codeValues(fields, Date.now())?.["one-time-code"] : undefined;
  if (code === undefined || (await lockSettings.read()).copyCode === "off") return "";
  await copyForAWhile(code);
  return " Its one-time code is copied.";
}
