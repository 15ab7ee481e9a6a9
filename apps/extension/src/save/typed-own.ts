/** A card or a person's address that was typed into a form, as an item of the vault has it. Pure. */
import type { Role } from "@coffer/fill/roles";
import type { OwnFields, TypedOwn } from "./messages.ts";
import type { ValueOf } from "./typed-login.ts";

const LONGEST = 200;

/** The sum of digits that every number of a card has (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(text: string): boolean {
  if (!/^\d{13,19}$/.test(text)) return false;
  const sum = Array.from(text, Number)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

/** @returns "12/29" for what forms ask in one field or two; "" for anything else. */
function expiryOf(whole: string, month: string, year: string): string {
  const parts = /^(\d{4})-(\d\d)$/.exec(whole) ?? null;
  const [mm = "", yy = ""] = parts
    ? [parts[2], parts[1]]
    : whole !== ""
      ? (/^\D*(\d{1,2})\D+(\d{2,4})\D*$/.exec(whole) ?? []).slice(1)
      : [month, year];
  const [m, y] = [Number(mm), Number(yy)];
  return Number.isInteger(m) && m >= 1 && m <= 12 && /^(?:\d{2}|20\d{2})$/.test(yy) && y > 0
    ? `${String(m).padStart(2, "0")}/${yy.slice(-2)}`
    : "";
}

/** The form that was sent. @returns null where it holds neither a whole card nor a whole address. */
export function typedOwnIn(values: readonly ValueOf[], inForm: number): TypedOwn | null {
  const fields = values.filter(({ form, role, value }) => form === inForm && form !== -1 && role !== "none" && value.length <= LONGEST);
  const all = (role: Role): string[] => fields.filter((field) => field.role === role).map(({ value }) => value.trim());
  const one = (role: Role): string => all(role).find((value) => value !== "") ?? "";
  return cardIn(all, one) ?? personIn(one);
}

type One = (role: Role) => string;

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

function cardIn(all: (role: Role) => string[], one: One): TypedOwn | null {
  const number = all("cc-number").join("").replace(/[\s-]/g, "");
  const holder = one("cc-name") || joined(one("cc-given-name"), one("cc-family-name")) || nameIn(one);
  const expiry = expiryOf(one("cc-exp"), one("cc-exp-month"), one("cc-exp-year"));
  if (!isCardNumber(number) || holder === "" || expiry === "") return null;
  const name = `Card ending in ${number.slice(-4)}`;
  return { kind: "card", fields: { name, card_holder_name: holder, card_number: number, expiration_date: expiry, cvv: one("cc-csc") } };
}

const nameIn = (one: One): string => one("name") || joined(one("given-name"), one("family-name"));

/** The vault's titles; others have none that it knows. */
const TITLES: Readonly<Record<string, string>> = { mr: "Mr", herr: "Mr", mrs: "Mrs", frau: "Mrs", ms: "Ms", dr: "Dr" };
const NO_TITLE = "Mx";

const PHONE: readonly Role[] = ["tel-national", "tel-area-code", "tel-local", "tel-local-prefix", "tel-local-suffix"];

function personIn(one: One): TypedOwn | null {
  const words = nameIn(one).split(/\s+/);
  const first = one("given-name") || words.slice(0, -1).join(" ");
  const last = one("family-name") || (words.at(-1) ?? "");
  const street = one("address-line1") || one("street-address").split("\n")[0] || "";
  const [code, city] = [one("postal-code"), one("address-level2")];
  if (first === "" || last === "" || street === "" || (code === "" && city === "")) return null;
  return {
    kind: "personal",
    fields: {
      name: joined(first, last),
      title: TITLES[one("honorific-prefix").toLowerCase().replace(/\W/g, "")] ?? NO_TITLE,
      first_name: first,
      middle_name: one("additional-name"),
      last_name: last,
      email_address: one("email"),
      // The worker makes one number of it.
      phone: `${one("tel-country-code")}\n${one("tel") || joined(...PHONE.map(one))}`,
      address_1: street,
      address_2: [one("address-line2"), one("address-line3")].filter(Boolean).join(", "),
      city_town: city,
      state: one("address-level1"),
      zip_postal_code: code,
      country: one("country-name") || one("country"),
    },
  };
}

const SAME: Readonly<Record<TypedOwn["kind"], readonly string[]>> = {
  card: ["card_number"],
  personal: ["address_1", "zip_postal_code", "last_name"],
};
const plain = (text: string | undefined): string => (text ?? "").toLowerCase().replace(/[\s-]/g, "");

/** Whether the vault has it: the same card, or the same person at the same address. */
export const isKnown = ({ kind, fields }: TypedOwn, items: readonly { readonly kind: string; readonly fields: OwnFields }[]): boolean =>
  items.some((item) => item.kind === kind && SAME[kind].every((field) => plain(item.fields[field]) === plain(fields[field])));
