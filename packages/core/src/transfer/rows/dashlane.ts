/** Dashlane's CSV files, one for each type: credentials, securenotes, payments, ids, personalInfo, wifi. Their headings tell them apart. */
import { Draft, expiryOf } from "../draft.ts";
import { readFullName } from "../formats/full-name.ts";
import { addressesIn } from "./bitwarden.ts";
import type { NamedRow } from "./named-row.ts";
import type { RowReader } from "./row-reader.ts";

export const dashlaneCredential: RowReader = (row) => {
  const draft = new Draft();
  draft.name = row.take("title");
  draft.set("username", row.take("username"), "Username");
  for (const other of ["username2", "username3"]) draft.set("username", row.take(other), other);
  draft.set("password", row.take("password"), "Password");
  for (const url of addressesIn(row.take("url"))) draft.url(url);
  draft.note(row.take("note"));
  draft.folder(row.take("category", "collections"));
  draft.code(row.take("otpUrl", "otpSecret"));
  draft.code(row.take("otpSecret"));
  return draft;
};

export const dashlaneNote: RowReader = (row) => {
  const draft = new Draft("note");
  draft.name = row.take("title");
  draft.folder(row.take("category", "collections"));
  draft.note(row.take("note"));
  return draft;
};

export const dashlanePayment: RowReader = (row) => {
  const isBank = /bank/i.test(row.take("type"));
  const draft = new Draft(isBank ? "bank" : "card");
  const [name, account, holder] = [row.take("name"), row.take("account_name"), row.take("account_holder")];
  draft.name = name || account;
  // For a card it is the holder, unless another one is given.
  if (name && (isBank || holder)) draft.extra("Account name", account);
  if (isBank) readBank(draft, row);
  else {
    draft.set("card_number", row.take("cc_number"), "Number");
    draft.set("cvv", row.take("code"), "Code");
    const expiry = expiryOf(row.take("expiration_month"), row.take("expiration_year"));
    draft.set("expiration_date", expiry ?? "");
  }
  draft.set("card_holder_name", holder || (isBank ? "" : account), "Account holder");
  draft.note(row.take("note"));
  return draft;
};

function readBank(draft: Draft, row: NamedRow): void {
  draft.set("bank_name", row.take("issuing_bank"), "Issuing bank");
  draft.set("routing_number", row.take("routing_number"), "Routing number");
  draft.set("account_number", row.take("account_number"), "Account number");
  draft.set("swift_code", row.take("swift", "bic"), "SWIFT");
  draft.set("iban_number", row.take("iban"), "IBAN");
}

export const dashlaneId: RowReader = (row) => {
  const draft = new Draft("personal");
  const type = row.take("type").replaceAll("_", " ");
  const person = row.take("name");
  draft.name = [type, person].filter(Boolean).join(": ") || type;
  draft.extra("Type", type, "shown");
  readFullName(draft, person);
  draft.extra("Number", row.take("number"), "shown");
  draft.set("state", row.take("state"), "State");
  return draft;
};

const PERSON = {
  ...{
    title: "title",
    first_name: "first_name",
    middle_name: "middle_name",
    last_name: "last_name",
    login: "username",
    date_of_birth: "birthday",
  },
  ...{ email: "email_address", phone_number: "phone", address: "address_1", country: "country", state: "state", city: "city_town" },
  zip: "zip_postal_code",
} as const;

export const dashlanePerson: RowReader = (row) => {
  const draft = new Draft("personal");
  draft.name = row.take("item_name");
  const type = row.take("type");
  for (const [theirs, ours] of Object.entries(PERSON)) draft.set(ours, row.take(theirs), theirs);
  if (!draft.name) draft.name = type.replaceAll("_", " ");
  draft.extra("Type", type, "shown");
  draft.url(row.take("url"));
  return draft;
};

export const dashlaneWifi: RowReader = (row) => {
  const draft = new Draft();
  const ssid = row.take("ssid");
  draft.name = row.take("name") || ssid;
  draft.set("username", ssid, "Network name");
  draft.set("password", row.take("passphrase"), "Passphrase");
  draft.note(row.take("note"));
  return draft;
};
