/** Dashlane's older JSON: a list of entries for each of its types. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryOf } from "../draft.ts";
import type { Entry, Format } from "./format.ts";
import { isRecord, type Json, keepRest, listOf, lookUp, recordOf, textOf } from "./json.ts";

interface TypeWords {
  readonly kind: KindName;
  /** Their key, our field. */
  readonly places: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, TypeWords>> = {
  AUTHENTIFIANT: { kind: "password", places: { password: "password" } },
  SECURENOTE: { kind: "note", places: { content: "notes" } },
  PAYMENTMEANS_CREDITCARD: {
    kind: "card",
    places: { ownerName: "card_holder_name", owner: "card_holder_name", cardNumber: "card_number", securityCode: "cvv" },
  },
  BANKSTATEMENT: {
    kind: "bank",
    places: {
      BankAccountBank: "bank_name",
      BankAccountIBAN: "iban_number",
      BankAccountBIC: "swift_code",
      BankAccountNumber: "account_number",
      BankAccountRoutingNumber: "routing_number",
    },
  },
  IDENTITY: {
    kind: "personal",
    places: {
      title: "title",
      firstName: "first_name",
      middleName: "middle_name",
      lastName: "last_name",
      birthDate: "birthday",
      pseudo: "username",
    },
  },
  ADDRESS: {
    kind: "personal",
    places: { addressFull: "address_1", city: "city_town", zipCode: "zip_postal_code", country: "country", state: "state" },
  },
  EMAIL: { kind: "personal", places: { email: "email_address" } },
  PHONE: { kind: "personal", places: { number: "phone" } },
};
const TELLING = ["AUTHENTIFIANT", "PAYMENTMEANS_CREDITCARD", "SECURENOTE"];

export const dashlane: Format<unknown> = {
  is: (file) => isRecord(file) && TELLING.some((type) => Array.isArray(file[type])),
  entries: (file) =>
    Object.entries(recordOf(file)).flatMap(([type, list]) =>
      listOf(list).map(
        (item): Entry => (isRecord(item) ? draftOf(item, type) : { refused: "This entry is not written as Dashlane writes one." }),
      ),
    ),
};

const NAMES = ["title", "name", "BankAccountName", "addressName", "emailName", "phoneName"];

function draftOf(item: Json, type: string): Draft {
  const { kind, places } = lookUp(TYPES, type) ?? { kind: "note", places: {} };
  const draft = new Draft(kind);
  const nameKey = NAMES.find((key) => textOf(item[key]) && !places[key]) ?? "";
  draft.name = textOf(item[nameKey]);
  draft.note(textOf(item.note));
  draft.folder(textOf(item.category));
  const known = kind === "password" ? readLogin(draft, item) : [];
  const [month, year] = [textOf(item.expireMonth || item.expirationMonth), textOf(item.expireYear || item.expirationYear)];
  const expiry = expiryOf(month, year);
  if (expiry) draft.set("expiration_date", expiry);
  for (const [theirs, ours] of Object.entries(places)) draft.set(ours, textOf(item[theirs]), theirs);
  const ends = expiry ? ["expireMonth", "expireYear", "expirationMonth", "expirationYear"] : [];
  keepRest(draft, item, [nameKey, "note", "category", ...known, ...ends, ...Object.keys(places)]);
  return draft;
}

/** A login of Dashlane has a user name, an e-mail address and a second user name; the first that exists is used. */
function readLogin(draft: Draft, { login, email, secondaryLogin, domain, url, otpSecret, otpUrl }: Json): string[] {
  const users = { Login: login, Email: email, "Secondary login": secondaryLogin };
  for (const [label, value] of Object.entries(users)) draft.set("username", textOf(value), label);
  draft.url(textOf(url));
  draft.url(textOf(domain));
  draft.code(textOf(otpUrl) || textOf(otpSecret));
  return ["login", "email", "secondaryLogin", "domain", "url", "otpSecret", "otpUrl"];
}
