/**
 * What lists show of a record, stored again in the record's own seal: a first list opens one text for each of ten thousand records
 * instead of four or five.
 *
 * Note: Bound to its fields. The copy only counts for exactly the sealed fields it was made from, whose hash is sealed with it: a field
 * changed by the server is opened itself and makes its record tampered. Opening all of a record compares both, so that list and item
 * never differ. A client that does not know the copy seals the record without it, and lists then open the fields.
 */
import type { FieldValues } from "@coffer/core/items/item";
import { type AnyKind, isItemKind, kindOf } from "@coffer/core/items/kinds";
import { hashText } from "@coffer/crypto";

/** As JSON in the record's seal. */
export interface SealedOverview {
  /** Hash of the sealed texts. */
  readonly sum: string;
  /** Each with the index of its name in the seal's list of fields. */
  readonly values: readonly (readonly [at: number, value: string])[];
}

/** Characters of all values together, as JSON writes them, so that a long note is not stored twice, and no character counts for six. */
const MAX_CHARS = 512;

const bytesAsTyped = new TextEncoder();
const typed = new TextDecoder("utf-8", { ignoreBOM: true });
/** The result of opening the field: half of a surrogate pair is sealed as U+FFFD. */
const asOpened = (text: string): string => typed.decode(bytesAsTyped.encode(text));

const sumOf = (sealed: readonly string[]): string => hashText(sealed.join("\n"));

/**
 * @param listed - the names in the seal.
 * @param sealed - a sealed field.
 * @returns undefined if lists show nothing of this kind, or too much.
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
  if (values.reduce((sum, [, value]) => sum + JSON.stringify(value).length - 2, 0) > MAX_CHARS) return undefined;
  return { sum: sumOf(names.map(sealed)), values };
}

/**
 * @param asked - names, each with its sealed field.
 * @returns their values, or null if the fields have to be opened.
 */
export function valuesIn(overview: unknown, listed: readonly string[], asked: readonly (readonly [string, unknown])[]): FieldValues | null {
  const said = valuesOf(overview, listed);
  if (said?.size !== asked.length) return null;
  const sealed = new Map(asked);
  const texts = [...said.keys()].map((name) => sealed.get(name));
  const isOfThese = texts.every((text) => typeof text === "string") && sumOf(texts) === (overview as SealedOverview).sum;
  return isOfThese ? Object.fromEntries(said) : null;
}

/** Whether the overview equals the fields. */
export function agrees(overview: unknown, listed: readonly string[], opened: Readonly<Record<string, string | null>>): boolean {
  const said = valuesOf(overview, listed);
  return said === null || [...said].every(([name, value]) => opened[name] === value);
}

/** Anyone with the scope's key may have sealed anything: null for what is no overview. */
function valuesOf(overview: unknown, listed: readonly string[]): Map<string, string> | null {
  const { values } = (overview ?? {}) as Partial<Record<keyof SealedOverview, unknown>>;
  if (!Array.isArray(values)) return null;
  const named = values.map((pair: unknown) => (Array.isArray(pair) ? [listed[pair[0] as number], pair[1] as unknown] : []));
  const isWhole = named.every(([name, value]) => typeof name === "string" && typeof value === "string");
  return isWhole ? new Map(named as [string, string][]) : null;
}
