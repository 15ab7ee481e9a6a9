/** What of an imported entry is too long for a field is left out by itself, and named: a long note must not take a login's password with it. */
import { FIELD_MAX_BYTES } from "../constants.ts";
import { type FieldValues, isTooLong } from "../items/item.ts";
import { type KindName, kindOf } from "../items/kinds.ts";
import { readPasskeyKeys, readPasskeys, writePasskeyKeys, writePasskeys } from "../items/passkeys.ts";
import {
  type HistoryEntry,
  readAddresses,
  readCustomFields,
  readHistory,
  writeAddresses,
  writeCustomFields,
  writeHistory,
  writeList,
} from "../items/structured-fields.ts";
import { byteLength } from "../text.ts";

interface Fitting {
  readonly fields: Record<string, string>;
  /** A sentence for each value that was left out. */
  readonly messages: readonly string[];
  /** What is left is no more than a title. */
  readonly isEmpty: boolean;
}

/** @param fields - of that kind, the list of custom fields among them */
export function withinLimits(kind: KindName, fields: FieldValues): Fitting {
  const { title, fields: table } = kindOf(kind);
  const passkeys = fittingPasskeys(fields);
  const messages = sentencesOf(passkeys.gone, "the passkeys of this line");
  const fitting: Record<string, string> = { ...fields, ...passkeys.fields };
  for (const [name, value] of Object.entries(fitting)) {
    if (!isTooLong(value)) continue;
    const list = LISTS[name];
    const { text, gone } = list?.shorten(value) ?? { text: "", gone: [{ label: table[name]?.label ?? name, isTooLong: true }] };
    fitting[name] = text;
    messages.push(...sentencesOf(gone, list?.what ?? ""));
  }
  const isContent = ([name, value]: [string, string]): boolean => name !== title && value !== "" && value !== table[name]?.fallback;
  return { fields: fitting, messages, isEmpty: messages.length > 0 && !Object.entries(fitting).some(isContent) };
}

interface Gone {
  readonly label: string;
  /** By itself; else it was one too many. */
  readonly isTooLong: boolean;
}

interface ListField {
  /** In the sentence about what was too much together. */
  readonly what: string;
  readonly shorten: (value: string) => { readonly text: string; readonly gone: readonly Gone[] };
}

/** Of a list as much as fits is kept. */
const LISTS: Readonly<Record<string, ListField>> = {
  custom_fields: {
    what: "the values of this line that have no field of their own",
    shorten: (value) => shortened(readCustomFields(value), writeCustomFields, ({ label }) => label),
  },
  more_urls: {
    what: "the web addresses of this line",
    shorten: (value) => shortened(readAddresses(value), writeAddresses, ({ url }) => url),
  },
  password_history: { what: "the earlier passwords of this line", shorten: (value) => shortenedHistory(readHistory(value)) },
};

/** The newest are kept: what does not fit is what anyone needs least. */
function shortenedHistory(entries: readonly HistoryEntry[]) {
  const isAlone = (entry: HistoryEntry): boolean => byteLength(writeList([entry])) > FIELD_MAX_BYTES;
  const text = writeHistory(entries.filter((entry) => !isAlone(entry)));
  const kept = new Set(readHistory(text).map(({ at, value }) => `${at} ${value}`));
  const gone = entries.filter(({ at, value }) => !kept.has(`${at} ${value}`));
  return { text, gone: gone.map((entry) => ({ label: "Earlier password", isTooLong: isAlone(entry) })) };
}

/** A passkey without its key signs in nowhere, and neither does a key alone: of each that does not fit both go. */
function fittingPasskeys({ x_passkeys = "", x_passkey_keys = "" }: FieldValues): { readonly fields: FieldValues; readonly gone: Gone[] } {
  if (!isTooLong(x_passkeys) && !isTooLong(x_passkey_keys)) return { fields: {}, gone: [] };
  const all = readPasskeys(x_passkeys);
  const labels = new Map(all.map(({ id, rpId }) => [id, `Passkey of ${rpId}`]));
  const labelOf = ({ id }: { readonly id: string }): string => labels.get(id) ?? "";
  const list = shortened(all, writePasskeys, labelOf);
  const ids = new Set(list.kept.map(({ id }) => id));
  const ofKept = readPasskeyKeys(x_passkey_keys).filter(({ id }) => ids.has(id));
  const keys = shortened(ofKept, writePasskeyKeys, labelOf);
  const there = new Set(keys.kept.map(({ id }) => id));
  for (const { id } of ofKept) if (!there.has(id)) ids.delete(id);
  const passkeys = writePasskeys(list.kept.filter(({ id }) => ids.has(id)));
  return { fields: { x_passkeys: passkeys, x_passkey_keys: keys.text }, gone: [...list.gone, ...keys.gone] };
}

/** Without its longest entries. A hostile file has thousands of them: each is written once. */
function shortened<T>(list: readonly T[], write: (list: readonly T[]) => string, labelOf: (entry: T) => string) {
  const sized = list.map((entry) => ({ entry, bytes: byteLength(write([entry])) })).sort((a, b) => b.bytes - a.bytes);
  // Between brackets of its own instead of a comma: a little more than it takes in the list.
  let bytes = sized.reduce((sum, one) => sum + one.bytes, 0);
  const gone = new Map<T, Gone>();
  for (const one of sized) {
    if (bytes <= FIELD_MAX_BYTES) break;
    gone.set(one.entry, { label: labelOf(one.entry), isTooLong: one.bytes > FIELD_MAX_BYTES });
    bytes -= one.bytes;
  }
  const kept = list.filter((entry) => !gone.has(entry));
  return { text: write(kept), kept, gone: [...gone.values()] };
}

/** Each that is too long is named; of what is too much together, the first. */
function sentencesOf(gone: readonly Gone[], what: string): string[] {
  const [first, ...more] = gone.filter(({ isTooLong }) => !isTooLong);
  const own = gone.filter(({ isTooLong }) => isTooLong).map(({ label }) => leftOut(label));
  if (!first) return own;
  const name = `"${shortLabel(first.label)}"`;
  const named = more.length > 0 ? `${name} and ${more.length} more` : name;
  return [...own, `Together ${what} are longer than ${KB} KB; left out: ${named}.`];
}

const KB = FIELD_MAX_BYTES / 1024;
const leftOut = (label: string): string => `"${shortLabel(label)}" is longer than ${KB} KB; it was left out.`;

const LABEL_MAX = 60;
const shortLabel = (label: string): string => (label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…` : label);
