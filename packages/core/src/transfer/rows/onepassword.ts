/** 1Password's CSV: a table of logins in version 8; in 6 and 7 any columns, some prefixed with the name of their section. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import { isYes, lookUp } from "../formats/json.ts";
import { addressesIn } from "./bitwarden.ts";
import type { RowReader } from "./row-reader.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  "credit card": "card",
  identity: "personal",
  "secure note": "note",
  "bank account": "bank",
};

const PLACES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  password: {},
  note: {},
  card: {
    card_holder_name: ["cardholder name", "cardholder"],
    card_number: ["number", "ccnum"],
    cvv: ["verification number", "cvv"],
    pin: ["PIN"],
  },
  bank: {
    ...{
      bank_name: ["bank name"],
      account_type: ["type of account", "account type"],
      routing_number: ["routing number"],
      iban_number: ["IBAN"],
    },
    ...{ account_number: ["account number"], swift_code: ["SWIFT"] },
  },
  personal: {
    ...{
      first_name: ["first name"],
      middle_name: ["initial", "middle name"],
      last_name: ["last name"],
      email_address: ["email"],
      gender: ["sex"],
    },
    ...{ birthday: ["birth date"], phone: ["default phone", "phone"], address_1: ["address"] },
  },
};

/** "cardholder name"; in version 7 on a Mac followed by its id ("cardholder name(cardholder)"), on Windows preceded by section and number ("NAME 1: FIRST NAME"). */
const called = (label: string): RegExp => new RegExp(`^(?:.*\\b\\d+: )?${label}(?:\\(\\w+\\))?$`, "i");

/** Without a type column, the filled columns determine the kind. */
const KIND_SIGNS: readonly (readonly [KindName, RegExp])[] = [
  ["card", called("(?:ccnum|verification number|cardholder name)")],
  ["bank", called("(?:routing number|IBAN)")],
  ["personal", called("first name")],
];

/** Words separated by commas or semicolons; in version 7 on a Mac `{( "Starter Kit", Work )}`. */
const tagsIn = (cell: string): string[] =>
  /^\{\([\s\S]*\)\}$/.test(cell.trim())
    ? cell
        .trim()
        .slice(2, -2)
        .split(",")
        .map((tag) => tag.trim().replace(/^"(.*)"$/, "$1"))
    : cell.split(/[,;]/);

export const onePasswordRow: RowReader = (row) => {
  const type = row.take("type", "category").trim().toLowerCase();
  const sign = row.has("password") ? undefined : KIND_SIGNS.find(([, heading]) => row.hasLike(heading))?.[0];
  const draft = new Draft(lookUp(KIND_OF_TYPE, type) ?? sign ?? "password");
  draft.name = row.take("title", "name");
  draft.set("username", row.take("username", "login", "1: Login: username"), "Username");
  draft.set("password", row.take("password"), "Password");
  for (const name of ["url", "website", "urls", "location"]) for (const url of addressesIn(row.take(name))) draft.url(url);
  draft.code(row.take("OTPAuth", "one-time password", "otp", "totp"));
  draft.favourite = isYes(row.take("favorite", "favorite status"));
  if (isYes(row.take("archived", "archive", "archived status"))) draft.tag("Archived");
  if (isYes(row.take("trashed"))) draft.tag("Trash");
  for (const tag of tagsIn(row.take("tags"))) draft.tag(tag);
  draft.folder(row.take("vault", "folder"));
  draft.note(row.take("notes", "notesPlain"));
  const end = row.takeLike(called("expiry date"));
  draft.set("expiration_date", expiryFrom(end) ?? end, "Expiry date");
  for (const [ours, names] of Object.entries(PLACES[draft.kind] ?? {}))
    draft.set(ours, row.takeLike(called(`(?:${names.join("|")})`)), names[0]);
  return draft;
};
