/** An opened item, and the validation of user input before it is sealed. */

import { FIELD_MAX_BYTES } from "../constants.ts";
import { byteLength } from "../text.ts";
import { isOnDemand } from "./fields-on-demand.ts";
import { type Field, KINDS, type KindName, kindOf } from "./kinds.ts";
import { checkCode } from "./totp.ts";

export type FieldValues = Readonly<Record<string, string>>;
export type Permission = "read" | "write";

/** A person, as members of a shared scope name each other in sealed data. */
export interface Named {
  readonly id: string;
  readonly email: string;
}

/** What something is an edit of. */
export interface Version {
  readonly revision: number;
  /** After a repair another save may have the same number. Absent where it is not known. */
  readonly saveId?: string | undefined;
}

export const isSameVersion = (one: Version, other: Version): boolean =>
  one.revision === other.revision && (one.saveId ?? other.saveId) === (other.saveId ?? one.saveId);

/** An opened item. In lists `fields` holds the overview fields of its kind; `open` gives all of them. */
export interface Item extends Version {
  readonly id: string;
  readonly kind: KindName;
  readonly scopeId: string;
  /** The vault that contains it; null when unassigned. */
  readonly categoryId: string | null;
  readonly favourite: boolean;
  readonly fields: FieldValues;
  /** Every field with a value, opened or not, so that lists can offer actions without opening it. Absent when unknown. */
  readonly holds?: readonly string[];
  /** `tampered`: a field is missing, extra or does not open; shown as "(Decryption failed)" and never filled. */
  readonly state: "intact" | "tampered";
  /** Milliseconds since 1970, from the sealed part of the record. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastUsedAt: number | null;
  readonly isOwner: boolean;
  readonly permission: Permission;
  /** Email of the person who shares it; absent or null for the user's own. */
  readonly sharedBy?: string | null;
  /** Its owner, if that is neither the owner of the scope nor the reader. */
  readonly belongsTo?: Named | null;
  /** Who saved it last, as reported by that person's device; absent or null when only its owner can save it. */
  readonly author?: Named | null;
  /** With an edit that this device has kept and the server does not have yet; absent for none. */
  readonly waits?: true;
}

/** Whether it belongs only to the user: neither shared by someone else, nor someone else's item in the user's vault. Export and merge use only these. */
export const isOwnItem = ({ isOwner, belongsTo }: Pick<Item, "isOwner" | "belongsTo">): boolean => isOwner && !belongsTo;

/** Whether another person decides about it: it is in a scope of theirs, no matter who made it there, or they made it in a vault of the user. They read it, and anyone can share one unasked. */
export const isOthers = ({ sharedBy, belongsTo }: Pick<Item, "sharedBy" | "belongsTo">): boolean => Boolean(sharedBy) || Boolean(belongsTo);

/** A vault once opened. On the wire it is a category. */
export interface Vault {
  readonly id: string;
  readonly scopeId: string;
  readonly revision: number;
  readonly name: string;
  readonly description: string;
  readonly color: string;
  readonly icon: string;
  readonly state: "intact" | "tampered";
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly isOwner: boolean;
  readonly permission: Permission;
  /** Email of the person who shares it; absent or null for the user's own. */
  readonly sharedBy?: string | null;
}

/** What a form edits: a new item, or the change of an existing one. */
export interface Draft {
  readonly kind: KindName;
  readonly categoryId: string | null;
  readonly favourite: boolean;
  readonly fields: FieldValues;
}

/** What a form begins with, of an item with all its fields. */
export const draftOf = ({ kind, categoryId, favourite, fields }: Item): Draft => ({ kind, categoryId, favourite, fields });

/** Shown in place of values that could not be opened. */
export const DECRYPTION_FAILED = "(Decryption failed)";
export const REQUIRED_FIELDS_MISSING = "Please fill in all required fields";

/** A new item of a kind, with the table's fallbacks. */
export function blankDraft(kind: KindName, categoryId: string | null = null): Draft {
  const fields = Object.entries(kindOf(kind).fields).flatMap(([name, field]) => (isOnDemand(field) ? [] : [[name, field.fallback ?? ""]]));
  return { kind, categoryId, favourite: false, fields: Object.fromEntries(fields) };
}

/** The message under one field, or null when it is fine. */
export function checkField(field: Field, value: string): string | null {
  if (!value.trim()) return field.required ?? null;
  if (field.minLength && value.trim().length < field.minLength.length) return field.minLength.message;
  if (isTooLong(value)) return `${field.label}: ${fullness(value)}`;
  if (field.maxLength && value.length > field.maxLength) return `${field.label} has at most ${field.maxLength} characters`;
  return field.check ? CHECKS[field.check](value.trim()) : null;
}

/** Whether a value exceeds the limit of a field, on this device and on the server. UTF-8 needs at most three bytes per UTF-16 unit. */
export const isTooLong = (value: string): boolean => value.length * 3 > FIELD_MAX_BYTES && byteLength(value) > FIELD_MAX_BYTES;

/** From this size on a form shows how full a field is. */
const NEARLY_FULL_BYTES = FIELD_MAX_BYTES * 0.8;

/** How full a field is, shown while typing; null when far from the limit. */
export const lengthNote = (value: string): string | null =>
  value.length * 3 > NEARLY_FULL_BYTES && byteLength(value) > NEARLY_FULL_BYTES ? fullness(value) : null;

/** Rounded up above the limit, so that it never reads "64.0 of 64 KB is too much". */
function fullness(value: string): string {
  const [bytes, most] = [byteLength(value), FIELD_MAX_BYTES / 1024];
  if (bytes <= FIELD_MAX_BYTES) return `${(Math.floor(bytes / 102.4) / 10).toFixed(1)} of ${most} KB`;
  return `${(Math.ceil(bytes / 102.4) / 10).toFixed(1)} KB are more than the ${most} KB that fit`;
}

/** The errors of an item by field; empty when valid. */
export function checkItem(kind: KindName, fields: FieldValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(kindOf(kind).fields)) {
    const value = fields[name] ?? "";
    const error = value.trim() || isNeeded(field, fields) ? checkField(field, value) : null;
    if (error) errors[name] = error;
  }
  return errors;
}

/** Whether every required field has a value; other errors are left to the form. */
export const isComplete = (kind: KindName, fields: FieldValues): boolean =>
  Object.entries(kindOf(kind).fields).every(([name, field]) => !isNeeded(field, fields) || Boolean(fields[name]?.trim()));

/** Whether a field of an item with these fields must have a value. */
export const isNeeded = ({ required, unless }: Field, fields: FieldValues): boolean =>
  required !== undefined && !(unless !== undefined && fields[unless]);

/** The rules that the column `check` of KINDS names. */
const CHECKS: Record<NonNullable<Field["check"]>, (value: string) => string | null> = {
  url: (value) => (parseWebAddress(value) ? null : "Please enter a valid URL"),
  expiry: checkExpiry,
  code: checkCode,
};

function checkExpiry(value: string): string | null {
  const [month = "", year = ""] = value.split("/");
  const monthNumber = Number(month);
  if (!/^\d{1,2}$/.test(month) || monthNumber < 1 || monthNumber > 12) return "Invalid Expiration Date Month";
  return /^\d{2}$/.test(year) ? null : "Year must be a valid two-digit year";
}

/** Schemes that are never a host, even with a digit after the colon as in a port. */
const NO_HOST = /^(?:javascript|vbscript|data|file|blob|about|mailto|tel|ftp|wss?):/i;

/**
 * A typed web address as a URL; `https` where no scheme was typed.
 * @returns null when it has another scheme than http or https, or no host (decision V-15).
 */
export function parseWebAddress(typed: string): URL | null {
  const text = typed.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase();
  if ((scheme && scheme !== "http" && scheme !== "https") || NO_HOST.test(text)) return null;
  if (/\s/.test(text)) return null;
  const url = tryUrl(scheme ? text : `https://${text}`);
  return url?.hostname ? url : null;
}

function tryUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null; // not an address: the form shows an error
  }
}

/** The name of an item in lists and messages. */
export function titleOf(item: Pick<Item, "kind" | "fields">): string {
  const { title, unnamed } = KINDS[item.kind];
  return item.fields[title]?.trim() || unnamed;
}
