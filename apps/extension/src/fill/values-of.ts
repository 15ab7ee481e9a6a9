/** What of an item goes into which field of a page. Pure: an item and a time in, values by role out. */
import type { Item } from "@coffer/client";
import { parseCode } from "@coffer/core/items/totp";
import { codeAt } from "@coffer/core/items/totp-code";
import type { Role } from "@coffer/fill/roles";
import type { Values } from "@coffer/fill/write/values";
import { numberParts } from "./phone.ts";

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
  card: ({ expiration_date: expiry = "", card_holder_name: holder = "" }) => {
    const names = holder.trim().split(/\s+/);
    return {
      "cc-exp": monthOf(expiry),
      ...(names.length > 1 && { "cc-given-name": names.slice(0, -1).join(" "), "cc-family-name": names.at(-1) ?? "" }),
    };
  },
  personal: ({ first_name, middle_name, last_name, address_1, address_2 = "", city_town: city = "", phone = "" }) => {
    const { known, ...number } = numberParts(phone);
    const [line2 = "", ...line3] = listed(address_2);
    const places = listed(city);
    return {
      name: joined(" ", first_name, middle_name, last_name),
      "street-address": joined(", ", address_1, address_2),
      ...number,
      "address-line3": line3.join(", "),
      "address-level3": places.slice(0, -1).join(", "),
      known: {
        ...known,
        ...(line3.length > 0 && { "address-line2": [line2] }),
        ...(places.length > 1 && { "address-level2": places.slice(-1) }),
      },
    };
  },
};

const listed = (text: string): string[] => text.split(/\s*[,\n]\s*/).filter((part) => part !== "");

/** "12/29" and "12/2029" become "2029-12", anything else "". */
function monthOf(expiry: string): string {
  const [, month = "", year = ""] = /^(\d\d)\s*\/\s*(\d\d|\d{4})$/.exec(expiry.trim()) ?? [];
  return month === "" ? "" : `${year.length === 2 ? "20" : ""}${year}-${month}`;
}

/** @returns only what the item has. */
export function ownValues(kind: OwnKind, fields: Item["fields"]): Values {
  const single = Object.entries(FIELDS[kind]).map(([role, field]) => [role, fields[field]] as const);
  const { known = {}, ...several } = OF_SEVERAL[kind](fields);
  const values = Object.fromEntries([...single, ...Object.entries(several)].filter(([, value]) => value));
  return { ...values, known };
}

export function loginValues({ username, password }: Item["fields"]): Values {
  return { ...(username && { username }), ...(password && { "current-password": password }) };
}

/** @param now milliseconds since 1970. @returns null for a login without a code of its own. */
export function codeValues({ totp = "" }: Item["fields"], now: number): Values | null {
  const settings = parseCode(totp);
  return settings === null ? null : { "one-time-code": codeAt(settings, now).code };
}
