/** Computes the text for each field of one form: an expiry in the field's format, a number split over several boxes. Pure: roles and shapes in, texts out. */
import type { Role } from "../roles.ts";

/** Available values by role; the expiry of a card as `YYYY-MM`, a birthday as `YYYY-MM-DD`. */
export interface Values extends Readonly<Partial<Record<Role, string>>> {
  /** What lists may call such a value: a country in other languages, and its codes. Of the roles in APART, first what is left of it. */
  readonly known?: Readonly<Partial<Record<Role, readonly string[]>>>;
}

/** The properties of a field that determine the format of its value. */
export interface Shape {
  readonly role: Role;
  readonly type: string;
  /** Infinity when the page sets no limit. */
  readonly maxLength: number;
  readonly sample: string;
}

/** Roles whose value is split over several boxes. */
const SPREAD: ReadonlySet<Role> = new Set(["one-time-code", "cc-number"]);

/** Which field, where a form has it, takes a part of another. */
const APART: Readonly<Partial<Record<Role, Role>>> = {
  "tel-national": "tel-country-code",
  "address-line2": "address-line3",
  "address-level2": "address-level3",
};

/** @returns the text for each shape, in order; null when there is no value for it. */
export function textsFor(shapes: readonly Shape[], values: Values): (string | null)[] {
  const left = new Map<Role, string>();
  const asksFor = (some: Role | undefined): boolean => shapes.some(({ role }) => role === some);
  return shapes.map((shape) => {
    // The only line takes what would be in the second one.
    if (shape.role === "address-line1" && !asksFor("address-line2")) return values["street-address"] ?? values["address-line1"] ?? null;
    const [apart] = values.known?.[shape.role] ?? [];
    if (apart !== undefined && asksFor(APART[shape.role])) return apart;
    const boxes = shapes.filter(({ role }) => role === shape.role);
    if (!SPREAD.has(shape.role) || boxes.length === 1) return textFor(shape, values);
    const value = left.get(shape.role) ?? values[shape.role]?.replace(/\s/g, "");
    if (value === undefined) return null;
    const length = Math.min(shape.maxLength, shape.role === "one-time-code" ? 1 : 4);
    left.set(shape.role, value.slice(length));
    return value.slice(0, length);
  });
}

function textFor(shape: Shape, values: Values): string | null {
  const { role } = shape;
  const [year, month, day] = partsOf(role.startsWith("bday") ? values.bday : values["cc-exp"]);
  if (role === "cc-exp") return year && month ? expiry(shape, year, month) : null;
  if (role === "cc-exp-month") return month ?? null;
  if (role === "cc-exp-year") return year === undefined ? null : shape.maxLength === 2 ? year.slice(2) : year;
  if (role === "bday") return year && month && day ? birthday(shape, { year, month, day }) : (values.bday ?? null);
  if (role === "bday-year") return year ?? null;
  if (role === "bday-month") return month ?? null;
  if (role === "bday-day") return day ?? null;
  return values[role] ?? null;
}

/** In the sample's format, or with a two-digit year, which fits everywhere. */
function expiry({ type, maxLength, sample }: Shape, year: string, month: string): string {
  if (type === "month") return `${year}-${month}`;
  const isLong = maxLength === 7 || maxLength === 6 || /y{4}|j{4}|a{4}|r{4}/i.test(sample);
  const between = /[/.-]/.exec(sample)?.[0] ?? (maxLength === 4 || maxLength === 6 ? "" : "/");
  const spaced = / [/.-] /.test(sample) ? ` ${between} ` : between;
  return month + spaced + (isLong ? year : year.slice(2));
}

/** An imported date may be in words: then it has no parts. */
const partsOf = (date = ""): string[] => (/^\d{4}-\d\d(?:-\d\d)?$/.test(date) ? date.split("-") : []);

/** A date format in a placeholder: three runs of one letter each, or three numbers. */
const DATE_SAMPLE = /(?<!\p{L})((\p{L})\2{1,3}|\d{1,4})(\s?[/.-]\s?)((\p{L})\5{1,3}|\d{1,4})\s?[/.-]\s?((\p{L})\7{1,3}|\d{1,4})(?!\p{L})/iu;

interface Day {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}

/** In the order and with the separators of the sample; without one in ISO format, which is unambiguous. */
function birthday({ type, sample }: Shape, { year, month, day }: Day): string {
  const plainly = `${year}-${month}-${day}`;
  const [, first = "", , between = "", second = "", , third = ""] = DATE_SAMPLE.exec(sample) ?? [];
  if (type === "date" || third === "") return plainly;
  const isYear = (part: string): boolean => part.length === 4;
  const isMonth = (part: string): boolean => /^[mм]/i.test(part);
  const shortOrLong = [first, second, third].some(isYear) ? year : year.slice(2);
  if (isYear(first)) return [year, month, day].join(between);
  // "31/12/1990" shows its order, "01/02/1990" does not.
  if (isMonth(first) || Number(second) > 12) return [month, day, shortOrLong].join(between);
  return isMonth(second) || Number(first) > 12 ? [day, month, shortOrLong].join(between) : plainly;
}
