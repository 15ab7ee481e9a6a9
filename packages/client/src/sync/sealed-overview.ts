/**
 * What lists show of a record, once more under the record's own seal: so a first list opens one text for each of ten thousand records instead of four or five.
 *
 * Note: Bound to its fields. The copy counts only for the very texts of the fields it was made of, whose sum is sealed with it: a field that the server changed is opened
 * itself, and then makes its record tampered as ever. Whoever opens all of a record compares both, so that the list and the item never say two things. A client that does not know the copy
 * seals the record without it, and lists then open the fields.
 */
import type { FieldValues } from "@coffer/core/items/item";
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import { hashText } from "@coffer/crypto";

/** As JSON in the record's seal. */
export interface SealedOverview {
  /** Of the sealed texts. */
  readonly sum: string;
  /** Each with the place of its name in the seal's list of fields. */
  readonly values: readonly (readonly [at: number, value: string])[];
}

/** Characters of all values together: a long note is not stored twice. */
const MAX_CHARS = 512;

const bytesAsTyped = new TextEncoder();
const typed = new TextDecoder("utf-8", { ignoreBOM: true });
/** What opening the field gives: half of a surrogate pair is sealed as U+FFFD. */
const asOpened = (text: string): string => typed.decode(bytesAsTyped.encode(text));

const sumOf = (sealed: readonly string[]): string => hashText(sealed.join("\n"));

/**
 * @param listed - the names in the seal.
 * @param sealed - a field as it is sealed.
 * @returns undefined where lists show nothing of the kind, or a lot.
 */
export function overviewFor(
  kind: AnyKind,
  listed: readonly string[],
  fields: FieldValues,
  sealed: (name: string) => string,
): SealedOverview | undefined {
  if (!isItemKind(kind)) return undefined;
  const names = listed.filter((name) => kindOf(kind).overview.includes(name));
  const values = names.map((name) => [listed.indexOf(name), asOpened(fields[name] ?? "")] as const);
  if (values.reduce((sum, [, value]) => sum + value.length, 0) > MAX_CHARS) return undefined;
  return { sum: sumOf(names.map(sealed)), values };
}

/**
 * @param asked - names, each with its field as it is sealed.
 * @returns their values, or null when they have to be opened themselves.
 */
export function valuesIn(overview: unknown, listed: readonly string[], asked: readonly (readonly [string, unknown])[]): FieldValues | null {
  const said = valuesOf(overview, listed);
  if (said?.size !== asked.length) return null;
  const sealed = new Map(asked);
  const texts = [...said.keys()].map((name) => sealed.get(name));
  const isOfThese = texts.every((text) => typeof text === "string") && sumOf(texts) === (overview as SealedOverview).sum;
  return isOfThese ? Object.fromEntries(said) : null;
}

/** Whether what it says of a field is what the field says. */
export function agrees(overview: unknown, listed: readonly string[], opened: Readonly<Record<string, string | null>>): boolean {
  const said = valuesOf(overview, listed);
  return said === null || [...said].every(([name, value]) => opened[name] === value);
}

/** Whoever holds the scope's key may have sealed anything: null for what is no overview. */
function valuesOf(overview: unknown, listed: readonly string[]): Map<string, string> | null {
  const { values } = (overview ?? {}) as Partial<Record<keyof SealedOverview, unknown>>;
  if (!Array.isArray(values)) return null;
  const named = values.map((pair: unknown) => (Array.isArray(pair) ? [listed[pair[0] as number], pair[1] as unknown] : []));
  const isWhole = named.every(([name, value]) => typeof name === "string" && typeof value === "string");
  return isWhole ? new Map(named as [string, string][]) : null;
}
