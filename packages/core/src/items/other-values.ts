/**
 * Other values: of a field that two people or devices changed at once, what was saved second. The first is in the field; the second is kept in the item, as JSON in a sealed
 * field of its own, until someone chooses. Choosing is a save like any other.
 */
import { isMoment } from "../text.ts";
import { isEqualCustom, pairCustoms } from "./custom-pairs.ts";
import type { FieldValues } from "./item.ts";
import {
  type CustomField,
  isSameCustom,
  readCustomFields,
  readRecords,
  withHistory,
  writeCustomFields,
  writeList,
} from "./structured-fields.ts";

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
  /** Of custom fields of which there are several with that name: the one that is, a list of it. Its place changes where one before it is removed. */
  readonly stood?: string;
  /** Who saved the current value; absent once the field was changed again. */
  readonly stands?: SavedBy;
}

/** Invalid entries are skipped, and of two with one key the first counts. */
export function readOtherValues(text: string): OtherValue[] {
  const others = text === "" ? [] : readRecords(text).flatMap(otherOf);
  return [...new Map(others.toReversed().map((other) => [otherKey(other), other])).values()].toReversed();
}

function otherOf(record: Readonly<Record<string, unknown>>): OtherValue | [] {
  const { field, value, nth, stood, stands } = record;
  const saved = savedBy(record);
  if (typeof field !== "string" || typeof value !== "string" || value === "" || !saved) return [];
  const first = typeof stands === "object" && stands !== null ? savedBy(stands as Record<string, unknown>) : null;
  const place = { ...(typeof nth === "number" && nth > 0 && { nth }), ...(typeof stood === "string" && stood !== "" && { stood }) };
  return { field, value, ...place, ...saved, ...(first && { stands: first }) };
}

function savedBy({ at, by, device }: Readonly<Record<string, unknown>>): SavedBy | null {
  if (!isMoment(at)) return null;
  return { at, ...(typeof by === "string" && by !== "" && { by }), ...(typeof device === "string" && device !== "" && { device }) };
}

/** @returns "" for none. */
export const writeOtherValues = (others: readonly OtherValue[]): string => writeList(others);

/** Two with one key are the same value of the same field. */
export const otherKey = ({ field, value, nth = 0 }: OtherValue): string => JSON.stringify([field, nth, value]);

/** The current value, in the form of the other one; "" where it is empty or gone. */
export function standingValue(fields: FieldValues, other: OtherValue): string {
  // Anyone who may save the item may have named any field.
  if (other.field !== CUSTOM_FIELD) return Object.hasOwn(fields, other.field) ? (fields[other.field] ?? "") : "";
  const found = standingCustom(customsOf(fields), other);
  return found ? writeCustomFields([found]) : "";
}

const customsOf = (fields: FieldValues): CustomField[] => readCustomFields(fields[CUSTOM_FIELD] ?? "");

const customOf = ({ value }: Pick<OtherValue, "value">): CustomField =>
  readCustomFields(value)[0] ?? { label: "", section: "", type: "text", value: "" };

const namedAs = (list: readonly CustomField[], other: OtherValue): CustomField[] =>
  list.filter((field) => isSameCustom(field, customOf(other)));

/** What stood, wherever it is by now. */
function stoodIn(named: readonly CustomField[], { stood }: OtherValue): CustomField | undefined {
  const was = stood === undefined ? undefined : customOf({ value: stood });
  return was && named.find((field) => isEqualCustom(field, was));
}

function standingCustom(list: readonly CustomField[], other: OtherValue): CustomField | undefined {
  const named = namedAs(list, other);
  return stoodIn(named, other) ?? named[other.nth ?? 0];
}

/** The same value, of the field that the one it is of has become. Of one that was removed it takes the place of no other. */
function followed(other: OtherValue, before: FieldValues, after: FieldValues): OtherValue {
  const [earlier, list] = [customsOf(before), customsOf(after)];
  const named = namedAs(list, other);
  const was = stoodIn(named, other) ? undefined : standingCustom(earlier, other);
  if (other.field !== CUSTOM_FIELD || !was) return other;
  const { nth: _nth, stood: _stood, ...rest } = other;
  const is = pairCustoms(earlier, list).get(was);
  const nth = is ? named.indexOf(is) : named.length;
  return { ...rest, ...(nth > 0 && { nth }), ...(is && named.length > 1 && { stood: writeCustomFields([is]) }) };
}

/** Those still to be chosen from, of a text: one that is in its field by now is none. */
export const toChoose = (fields: FieldValues): OtherValue[] =>
  readOtherValues(fields[OTHERS_FIELD] ?? "").filter((other) => standingValue(fields, other) !== other.value);

/** The text after an edit. Who saved what stood is forgotten where that was changed. */
export function stillToChoose(text: string, before: FieldValues | null, after: FieldValues): string {
  if (text === "") return "";
  const kept = readOtherValues(text).flatMap(({ stands, ...known }): OtherValue | [] => {
    const other = before === null ? known : followed(known, before, after);
    const value = standingValue(after, other);
    if (value === other.value) return [];
    return stands && (before === null || standingValue(before, known) === value) ? { ...other, stands } : other;
  });
  return writeOtherValues(kept);
}

/** The values to choose from, together with the one that is in that field. */
export function toChooseByField(fields: FieldValues): OtherValue[][] {
  const groups = new Map<string, OtherValue[]>();
  for (const other of toChoose(fields)) {
    const place = placeOf(fields, other);
    groups.set(place, [...(groups.get(place) ?? []), other]);
  }
  return [...groups.values()];
}

function placeOf(fields: FieldValues, other: OtherValue): string {
  if (other.field !== CUSTOM_FIELD) return other.field;
  const list = customsOf(fields);
  const standing = standingCustom(list, other);
  const { label, section } = customOf(other);
  return JSON.stringify([other.field, standing ? list.indexOf(standing) : `${other.nth ?? 0}. of none`, section, label]);
}

/**
 * The fields after a choice. Passwords that were not chosen go to the earlier ones: one may be what the site knows.
 * @param others - of one field. @param chosen - null for the current value. @param now milliseconds since 1970
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

function withOther(fields: FieldValues, other: OtherValue): string {
  if (other.field !== CUSTOM_FIELD) return other.value;
  const list = customsOf(fields);
  const standing = standingCustom(list, other);
  const chosen = customOf(other);
  return writeCustomFields(standing ? list.map((field) => (field === standing ? chosen : field)) : [...list, chosen]);
}
