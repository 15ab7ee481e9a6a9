/**
 * Other values: of a field that two people or devices changed at once, what was saved second. The first stands in the field; the second is kept in the item, as JSON in a sealed
 * field of its own, until someone chooses. Choosing is a save like any other.
 */
import { isMoment } from "../text.ts";
import type { FieldValues } from "./item.ts";
import { findCustom, readCustomFields, readRecords, withCustom, withHistory, writeCustomFields, writeList } from "./structured-fields.ts";

export const OTHERS_FIELD = "x_others";
export const CUSTOM_FIELD = "custom_fields";

/** Of a save, as far as it is known. Only shown: no clock decides anything. */
export interface SavedBy {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Email, where several people can save the item. */
  readonly by?: string;
  /** Name of the device. */
  readonly device?: string;
}

export interface OtherValue extends SavedBy {
  readonly field: string;
  /** Of custom fields, a list of that one. */
  readonly value: string;
  /** Of custom fields: which one of those with the same section and label. */
  readonly nth?: number;
  /** Who saved the value that stands; absent once the field was changed again. */
  readonly stands?: SavedBy;
}

/** Invalid entries are skipped, and of two with one key the first counts. */
export function readOtherValues(text: string): OtherValue[] {
  const others = text === "" ? [] : readRecords(text).flatMap(otherOf);
  return [...new Map(others.toReversed().map((other) => [otherKey(other), other])).values()].toReversed();
}

function otherOf(record: Readonly<Record<string, unknown>>): OtherValue | [] {
  const { field, value, nth, stands } = record;
  const saved = savedBy(record);
  if (typeof field !== "string" || typeof value !== "string" || value === "" || !saved) return [];
  const first = typeof stands === "object" && stands !== null ? savedBy(stands as Record<string, unknown>) : null;
  return { field, value, ...(typeof nth === "number" && nth > 0 && { nth }), ...saved, ...(first && { stands: first }) };
}

function savedBy({ at, by, device }: Readonly<Record<string, unknown>>): SavedBy | null {
  if (!isMoment(at)) return null;
  return { at, ...(typeof by === "string" && by !== "" && { by }), ...(typeof device === "string" && device !== "" && { device }) };
}

/** @returns "" for none. */
export const writeOtherValues = (others: readonly OtherValue[]): string => writeList(others);

/** Two with one key are the same value of the same field. */
export const otherKey = ({ field, value, nth = 0 }: OtherValue): string => JSON.stringify([field, nth, value]);

/** The value that stands, in the form of the other one; "" where it is empty or gone. */
export function standingValue(fields: FieldValues, other: OtherValue): string {
  // Anyone who may save the item may have named any field.
  if (other.field !== CUSTOM_FIELD) return Object.hasOwn(fields, other.field) ? (fields[other.field] ?? "") : "";
  const found = findCustom(readCustomFields(fields[CUSTOM_FIELD] ?? ""), customOf(other), other.nth);
  return found ? writeCustomFields([found]) : "";
}

const customOf = ({ value }: OtherValue) => readCustomFields(value)[0] ?? { label: "", section: "", type: "text" as const, value: "" };

/** Those still to be chosen from, of a text: one that stands in its field by now is none. */
export const toChoose = (fields: FieldValues): OtherValue[] =>
  readOtherValues(fields[OTHERS_FIELD] ?? "").filter((other) => standingValue(fields, other) !== other.value);

/** The text after an edit. Who saved what stood is forgotten where that was changed. */
export function stillToChoose(text: string, before: FieldValues | null, after: FieldValues): string {
  if (text === "") return "";
  const isSame = (other: OtherValue): boolean => before === null || standingValue(before, other) === standingValue(after, other);
  const kept = toChoose({ ...after, [OTHERS_FIELD]: text });
  return writeOtherValues(kept.map(({ stands, ...other }) => (stands && isSame(other) ? { ...other, stands } : other)));
}

/** The values to choose from, together with the one that stands in that field. */
export function toChooseByField(fields: FieldValues): OtherValue[][] {
  const groups = new Map<string, OtherValue[]>();
  for (const other of toChoose(fields)) {
    const { label, section } = other.field === CUSTOM_FIELD ? customOf(other) : { label: "", section: "" };
    const place = JSON.stringify([other.field, other.nth ?? 0, section, label]);
    groups.set(place, [...(groups.get(place) ?? []), other]);
  }
  return [...groups.values()];
}

/**
 * The fields after a choice. Passwords that were not chosen go to the earlier ones: one may be what the site knows.
 * @param others - of one field. @param chosen - null for the value that stands. @param now milliseconds since 1970
 */
export function choose(fields: FieldValues, others: readonly OtherValue[], chosen: OtherValue | null, now: number): FieldValues {
  const over = new Set(others.map(otherKey));
  const left = readOtherValues(fields[OTHERS_FIELD] ?? "").filter((one) => !over.has(otherKey(one)));
  const after: Record<string, string> = { ...fields, [OTHERS_FIELD]: writeOtherValues(left) };
  for (const other of others) {
    if (other === chosen) after[other.field] = withOther(fields, other);
    else if (other.field === "password") after.password_history = withHistory(after.password_history ?? "", other.value, now, other.by);
  }
  return after;
}

const withOther = (fields: FieldValues, other: OtherValue): string =>
  other.field === CUSTOM_FIELD
    ? writeCustomFields(withCustom(readCustomFields(fields[CUSTOM_FIELD] ?? ""), customOf(other), other.nth))
    : other.value;
