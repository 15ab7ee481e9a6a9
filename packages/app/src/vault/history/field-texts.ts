/** How one field reads in two versions next to each other: lists too, which the detail draws as rows of their own. */
import type { ControlName } from "@coffer/core/items/controls";
import type { Field } from "@coffer/core/items/kinds";
import { readPasskeys } from "@coffer/core/items/passkeys";
import { readAddresses, readTags } from "@coffer/core/items/structured-fields";
import { lookOf } from "../fields/versions.ts";

/** Lists that are kept as JSON, a line for each entry. */
const LINES: Partial<Record<ControlName, (text: string) => string[]>> = {
  tags: readTags,
  addresses: (text) => readAddresses(text).map(({ url }) => url),
  passkeys: (text) =>
    readPasskeys(text).map(({ rpId, name, state }) => [rpId, name, state === "removed" ? "removed" : ""].filter(Boolean).join(", ")),
};

interface FieldTexts {
  readonly label: string;
  readonly secret: boolean;
  /** Of each version: what is copied, and how it reads. */
  readonly texts: readonly { readonly value: string; readonly shown: string }[];
}

/** @param texts - of the versions that are compared */
export function fieldTexts(name: string, field: Field, texts: readonly string[]): FieldTexts {
  const linesOf = LINES[field.control];
  if (linesOf) {
    const lines = texts.map((text) => linesOf(text).join("\n"));
    return { label: field.label, secret: false, texts: lines.map((line) => ({ value: line, shown: line })) };
  }
  const look = lookOf(name, field, texts);
  return { label: look.label, secret: look.secret, texts: texts.map(look.of) };
}
