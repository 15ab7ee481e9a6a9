/**
 * Collects the values of one entry of a foreign file. Every value ends up in the item: in a field of its kind or, if there is no such field or it is
 * taken, in a custom field. Readers cannot lose a value, only mislabel it.
 */
import { siteName } from "../items/display.ts";
import { isOnDemand } from "../items/fields-on-demand.ts";
import { type FieldValues, isComplete } from "../items/item.ts";
import { type Field, type KindName, kindOf } from "../items/kinds.ts";
import type { MatchMode } from "../items/match-modes.ts";
import { type Passkey, type PasskeyKey, withPasskey } from "../items/passkeys.ts";
import {
  type Address,
  type CustomField,
  DEFAULT_MATCH,
  type HistoryEntry,
  readHistory,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  writeAddresses,
  writeCustomFields,
  writeHistory,
  writeTags,
} from "../items/structured-fields.ts";
import { isMoment } from "../text.ts";
import { candidateOf, SECRET_HEADING } from "./candidate.ts";
import { importedKind, LOST_CHARACTERS, NO_CONTENT, placedValue, type RowReading } from "./read-row.ts";
import { withinLimits } from "./within-limits.ts";

export type Hiding = "shown" | "hidden" | "by-label";

export class Draft {
  kind: KindName;
  name = "";
  favourite = false;
  /** Milliseconds since 1970. */
  createdAt: number | undefined;
  updatedAt: number | undefined;
  /** Notes for the user on this entry, which is imported anyway. */
  readonly messages: string[] = [];
  readonly #values = new Map<string, string>();
  readonly #addresses: Address[] = [];
  readonly #custom: CustomField[] = [];
  readonly #tags: string[] = [];
  readonly #history: HistoryEntry[] = [];
  readonly #notes: string[] = [];
  #folder = "";

  constructor(kind: KindName = "password") {
    this.kind = kind;
  }

  /** @param field - a field of the kind. @param label - the program's name for it, used when the kind has no place for it. */
  set(field: string, value: string, label = field): void {
    if (isBlank(value, field)) return;
    if (this.#values.get(field) === value) return;
    const isOurs = Object.hasOwn(kindOf(this.kind).fields, field);
    if (isOurs && !this.#values.has(field)) this.#values.set(field, value);
    else this.extra(label, value, field === "password" || field === "totp" || field === "pin" ? "hidden" : "by-label");
  }

  has(field: string): boolean {
    return this.#values.has(field);
  }

  holds(field: string, value: string): boolean {
    return this.#values.get(field) === value;
  }

  /** The first is the login's address, the others its further ones; for other kinds they become fields. */
  url(value: string, match: MatchMode = DEFAULT_MATCH): void {
    const url = value.trim();
    if (!url || this.#addresses.some((known) => known.url === url)) return;
    this.#addresses.push({ url, match });
  }

  /** Several notes are joined in order. */
  note(value: string): void {
    if (value.trim()) this.#notes.push(value);
  }

  extra(label: string, value: string, hiding: Hiding = "by-label", section = ""): void {
    if (value === "") return;
    const isHidden = hiding === "hidden" || (hiding === "by-label" && SECRET_HEADING.test(label));
    this.#custom.push({ label: label.trim() || "Other", type: isHidden ? "hidden" : "text", value, section });
  }

  flag(label: string, value: boolean, section = ""): void {
    this.#custom.push({ label: label.trim() || "Other", type: "boolean", value: String(value), section });
  }

  /** Empty parts are skipped: "Work//Mail" is "Work/Mail". */
  folder(...parts: readonly string[]): void {
    this.#folder = parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join("/");
  }

  tag(tag: string): void {
    if (tag.trim() === "" || this.#tags.includes(tag.trim())) return;
    if (tag.trim().length > TAG_MAX_LENGTH || this.#tags.length >= TAGS_MAX) this.extra("Tag", tag);
    else this.#tags.push(tag.trim());
  }

  /** A previous password. @param at - when it was replaced, in milliseconds since 1970; 0 if unknown. */
  past(value: string, at = 0): void {
    if (value) this.#history.push({ value, at: isMoment(at) ? at : 0 });
  }

  /** @returns false when there is no room for it: it is kept in another way. */
  passkey(passkey: Passkey, key: PasskeyKey): boolean {
    const fields = this.kind === "password" ? withPasskey(Object.fromEntries(this.#values), passkey, key) : null;
    for (const [field, value] of Object.entries(fields ?? {})) this.#values.set(field, value);
    return fields !== null;
  }

  /** A one-time code; a second one, or one of another kind, becomes a custom field. */
  code(value: string, label = "One-time code"): void {
    if (value.trim()) this.set("totp", value, label);
  }

  /** An attachment, which cannot be imported: its name is kept, so that the user can fetch it. */
  attachment(name: string): void {
    this.extra("Attachment", name, "shown");
    this.messages.push(`"${name}" is attached to this item; files are not kept, please save it from the program it is in.`);
  }

  date(which: "createdAt" | "updatedAt", at: number | undefined): void {
    if (at !== undefined && at > 0 && isMoment(Math.trunc(at))) this[which] = Math.trunc(at);
  }

  /** @param row - its position in the file; the first is 1. */
  finish(row: number): RowReading {
    const messages = [...this.messages];
    const filled = this.#place();
    const { kind, message } = importedKind(this.kind, filled, this.#custom.length > 0 || this.#tags.length > 0);
    if (kind === null) return { messages: [NO_CONTENT] };
    if (message) messages.push(message);
    const { title, words } = kindOf(kind);
    const { fields, messages: leftOut, isEmpty } = withinLimits(kind, this.#namedFieldsOf(kind));
    messages.push(...leftOut);
    if (isEmpty) return { messages: leftOut };
    const name = fields[title] ?? "";
    const status = isComplete(kind, fields) ? "complete" : "incomplete";
    if (!name) fields[title] = words.imported;
    if (Object.values(fields).some((value) => value.includes("\uFFFD"))) messages.push(LOST_CHARACTERS);
    const { favourite, createdAt, updatedAt } = this;
    const part = { kind, fields, folder: this.#folder, status, name, ...(favourite && { favourite }), createdAt, updatedAt } as const;
    return { candidate: candidateOf(row, part), messages };
  }

  /** Assigns every value to a field. @returns the fields with a value. */
  #place(): string[] {
    const { title, fields } = kindOf(this.kind);
    if (this.#notes.length > 0) this.set("notes", this.#notes.join("\n\n"), "Notes");
    const [first, ...others] = this.#addresses;
    if (first && Object.hasOwn(fields, "website_url")) {
      this.#values.set("website_url", first.url);
      this.#values.set("url_match", first.match);
      this.#values.set("more_urls", writeAddresses(others));
    } else for (const { url } of this.#addresses) this.extra("URL", url, "shown");
    this.#placeHistory();
    for (const [field, value] of this.#values) this.#check(field, value, fields[field]);
    const filled = [...this.#values].filter(([field, value]) => value.trim() && field !== "url_match").map(([field]) => field);
    return this.name.trim() ? [title, ...filled] : filled;
  }

  /** A value that is invalid for its field, such as an unknown option, becomes a custom field. */
  #check(field: string, value: string, row: Field | undefined): void {
    const placed = row ? placedValue(row, value) : null;
    if (placed !== null) return void this.#values.set(field, placed);
    this.#values.delete(field);
    this.extra(row?.label ?? field, value, field === "totp" ? "hidden" : "by-label");
  }

  #placeHistory(): void {
    const sorted = this.#history.toSorted((a, b) => b.at - a.at);
    const text = Object.hasOwn(kindOf(this.kind).fields, "password_history") ? writeHistory(sorted) : "";
    if (text !== "") this.#values.set("password_history", text);
    for (const { value } of sorted.slice(readHistory(text).length)) this.extra("Earlier password", value, "hidden");
  }

  #namedFieldsOf(kind: KindName): FieldValues {
    const fields = this.#fieldsOf(kind);
    return { ...fields, [kindOf(kind).title]: this.name.trim() ? this.name : siteName(fields.website_url ?? "") };
  }

  #fieldsOf(kind: KindName): Record<string, string> {
    const own = Object.entries(kindOf(kind).fields).flatMap(([name, field]) => {
      const value = this.#values.get(name) || (field.fallback ?? "");
      return value === "" && isOnDemand(field) ? [] : [[name, value] as const];
    });
    return {
      ...Object.fromEntries(own),
      custom_fields: writeCustomFields(this.#custom),
      tags: writeTags(this.#tags),
    } satisfies FieldValues;
  }
}

/** A password may consist of spaces; any other blank value is ignored. */
const isBlank = (value: string, field: string): boolean => value === "" || (field !== "password" && value.trim() === "");

/** "04/29". @returns null if month or year is invalid. @param year - two or four digits. */
export function expiryOf(month: string, year: string): string | null {
  const [monthDigits, yearDigits] = [/^\s*0*(\d{1,2})\s*$/.exec(month)?.[1], /^\s*(?:\d{2})?(\d{2})\s*$/.exec(year)?.[1]];
  const isMonth = monthDigits !== undefined && Number(monthDigits) >= 1 && Number(monthDigits) <= 12;
  return isMonth && yearDigits ? `${monthDigits.padStart(2, "0")}/${yearDigits}` : null;
}

/** Parses a card's expiry from one value: "12/2029", "2029-12", "202912", "2029-12-01", "1229"; null when none is found. */
export function expiryFrom(text: string): string | null {
  const value = text.trim();
  const [, year1 = "", month1 = ""] = /^((?:19|20)\d\d)[-/.]?(\d{1,2})(?:[-/.]\d{1,2})?(?:T.*)?$/.exec(value) ?? [];
  const yearFirst = year1 && expiryOf(month1, year1);
  if (yearFirst) return yearFirst;
  const [, month2 = "", year2 = ""] = /^(\d{1,2})\s*[-/.]?\s*(\d{4}|\d{2})$/.exec(value) ?? [];
  return month2 ? expiryOf(month2, year2) : null;
}
