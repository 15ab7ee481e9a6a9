/** Splits a full name. */
import type { Draft } from "../draft.ts";

/** "Ann Mary Lee": the first word, the last, and what is between them. */
export function readFullName(draft: Draft, name: string): void {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  draft.set("first_name", first, "Full name");
  draft.set("middle_name", words.slice(1, -1).join(" "), "Middle name");
  if (words.length > 1) draft.set("last_name", words.at(-1) ?? "", "Last name");
}
