/** NordPass: one table for items of every kind, with a row for each folder. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import { readFullName } from "../formats/full-name.ts";
import { lookUp, recordsOf, textOf } from "../formats/json.ts";
import { addressesIn } from "./bitwarden.ts";
import type { NamedRow } from "./named-row.ts";
import type { RowReader } from "./row-reader.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  password: "password",
  note: "note",
  credit_card: "card",
  identity: "personal",
  document: "personal",
  passkey: "password",
};
const PLACES = {
  ...{ username: "username", password: "password", cardholdername: "card_holder_name", cardnumber: "card_number", cvc: "cvv", pin: "pin" },
  ...{ phone_number: "phone", email: "email_address", address1: "address_1", address2: "address_2", city: "city_town", country: "country" },
  state: "state",
} as const;

const untyped = new WeakMap<readonly NamedRow[], boolean>();

/** The first versions had no type: there a row with only a name is a folder. */
function isUntyped(all: readonly NamedRow[]): boolean {
  const known = untyped.get(all) ?? !all.some((row) => row.has("type"));
  untyped.set(all, known);
  return known;
}

export const nordPass: RowReader = (row, all) => {
  const hasTypes = !isUntyped(all); // before any type is taken from its row
  const type = row.take("type").trim().toLowerCase();
  const name = row.take("name");
  if (type === "folder" || (!hasTypes && row.isSpent))
    return { refused: `This line is NordPass's folder "${name}"; folders are made by the items in them.` };
  const draft = new Draft(lookUp(KIND_OF_TYPE, type) ?? (row.has("cardnumber") ? "card" : row.has("full_name") ? "personal" : "password"));
  draft.name = name;
  draft.folder(...row.take("folder").split("/"));
  draft.url(row.take("url"));
  const more = row.take("additional_urls");
  for (const url of listIn(more) ?? addressesIn(more)) draft.url(textOf(url));
  for (const [theirs, ours] of Object.entries(PLACES)) draft.set(ours, row.take(theirs), theirs);
  draft.note(row.take("note"));
  const end = row.take("expirydate");
  draft.set("expiration_date", expiryFrom(end) ?? end, "Expiry date");
  draft.set(draft.kind === "card" ? "postal_code" : "zip_postal_code", row.take("zipcode"), "ZIP code");
  if (draft.kind === "personal") readFullName(draft, row.take("full_name"));
  draft.code(row.take("totp", "otp"));
  const custom = row.take("custom_fields");
  const fields = recordsOf(listIn(custom) ?? []);
  if (fields.length === 0) draft.extra("Custom fields", custom);
  for (const field of fields) draft.extra(textOf(field.label), textOf(field.value), field.type === "hidden" ? "hidden" : "by-label");
  return draft;
};

function listIn(cell: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list : null;
  } catch {
    return null; // not a list: the cell is used as it is
  }
}
