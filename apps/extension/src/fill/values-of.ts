/** What of an item goes into which field of a page. Pure: an item and a time in, values by role out. */
import type { Item } from "@coffer/client";
import { parseCode } from "@coffer/core/items/totp";
import { codeAt } from "@coffer/core/items/totp-code";
import type { Role } from "@coffer/fill/roles";
import type { Values } from "@coffer/fill/write/values";

/** Kinds that belong to no site: they may fit the form of any site. */
export type OwnKind = "card" | "personal";

/** Field by role. A role that several fields make is under OF_SEVERAL. */
const FIELDS: Readonly<Record<OwnKind, Readonly<Partial<Record<Role, string>>>>> = {
  card: { "cc-number": "card_number", "cc-name": "card_holder_name", "cc-csc": "cvv" },
  personal: {
    "honorific-prefix": "title",
    "given-name": "first_name",
    "additional-name": "middle_name",
    "family-name": "last_name",
    sex: "gender",
    bday: "birthday",
    email: "email_address",
    tel: "phone",
    "address-line1": "address_1",
    "address-line2": "address_2",
    "address-level2": "city_town",
    "address-level1": "state",
    "postal-code": "zip_postal_code",
    country: "country",
    "country-name": "country",
  },
};

const joined = (between: string, ...parts: (string | undefined)[]): string => parts.filter((part) => part?.trim()).join(between);

const OF_SEVERAL: Readonly<Record<OwnKind, (fields: Item["fields"]) => Values>> = {
  card: ({ expiration_date: expiry = "" }) => ({ "cc-exp": monthOf(expiry) }),
  personal: ({ first_name, middle_name, last_name, address_1, address_2, phone = "" }) => ({
    name: joined(" ", first_name, middle_name, last_name),
    "street-address": joined(", ", address_1, address_2),
    // Without the country code: a form with this field asks for it separately.
    "tel-national": phone.startsWith("+") ? "" : phone,
  }),
};

/** "12/29" and "12/2029" become "2029-12", anything else "". */
function monthOf(expiry: string): string {
  const [, month = "", year = ""] = /^(\d\d)\s*\/\s*(\d\d|\d{4})$/.exec(expiry.trim()) ?? [];
  return month === "" ? "" : `${year.length === 2 ? "20" : ""}${year}-${month}`;
}

/** @returns only what the item has. */
export function ownValues(kind: OwnKind, fields: Item["fields"]): Values {
  const single = Object.entries(FIELDS[kind]).map(([role, field]) => [role, fields[field]] as const);
  return Object.fromEntries([...single, ...Object.entries(OF_SEVERAL[kind](fields))].filter(([, value]) => value));
}

export function loginValues({ username, password }: Item["fields"]): Values {
  return { ...(username && { username }), ...(password && { "current-password": password }) };
}

/** @param now milliseconds since 1970. @returns null for a login without a code of its own. */
export function codeValues({ totp = "" }: Item["fields"], now: number): Values | null {
  const settings = parseCode(totp);
  return settings === null ? null : { "one-time-code": codeAt(settings, now).code };
}
