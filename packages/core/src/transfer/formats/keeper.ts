/** Keeper's JSON, of its newer record types and of the older form. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import type { Format } from "./format.ts";
import {
  dayOf,
  isRecord,
  type Json,
  keepAny,
  keepRest,
  listOf,
  lookUp,
  recordOf,
  recordsOf,
  setAll,
  textOf,
  timeOf,
  wordsOf,
} from "./json.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  ...{ login: "password", general: "password", bankCard: "card", bankAccount: "bank", contact: "personal", address: "personal" },
  ...{ encryptedNotes: "note", file: "note", softwareLicense: "note", sshKeys: "note", membership: "note", healthInsurance: "note" },
  ...{ passport: "personal", driverLicense: "personal", ssnCard: "personal", birthCertificate: "personal", photo: "note" },
};

export const keeper: Format<unknown> = {
  is: (file) => isRecord(file) && Array.isArray(file.records),
  entries: (file) =>
    listOf(recordOf(file).records).map((record) =>
      isRecord(record) ? draftOf(record) : { refused: "This entry is not written as Keeper writes one." },
    ),
};

const READ = [
  "uid",
  "title",
  "login",
  "password",
  "login_url",
  "notes",
  "$type",
  "custom_fields",
  "folders",
  "schema",
  "references",
  "last_modified",
  "attachments",
  "attachment",
];

function draftOf(record: Json): Draft {
  const kind = lookUp(KIND_OF_TYPE, textOf(record.$type)) ?? "password";
  // Any Keeper record can have a password; one that has is a login, whatever its type.
  const draft = new Draft(kind === "note" && textOf(record.password) ? "password" : kind);
  draft.name = textOf(record.title);
  draft.set("username", textOf(record.login), "Login");
  draft.set("password", textOf(record.password), "Password");
  draft.url(textOf(record.login_url));
  draft.note(textOf(record.notes));
  const places = recordsOf(record.folders)
    .map((place) => [place.shared_folder, place.folder].map(textOf).filter(Boolean).join("\\"))
    .filter(Boolean);
  const [place = "", ...others] = places;
  draft.folder(...partsOfPath(place));
  for (const other of others) draft.tag(partsOfPath(other).join("/"));
  const custom = record.custom_fields;
  if (isRecord(custom)) for (const [key, value] of Object.entries(custom)) readField(draft, key, value);
  else for (const { name, type, value } of recordsOf(custom)) readField(draft, textOf(name) || `$${textOf(type)}`, value);
  for (const { name } of [...recordsOf(record.attachments), ...recordsOf(record.attachment)]) draft.attachment(textOf(name));
  draft.date("updatedAt", timeOf(record.last_modified));
  keepRest(draft, record, READ);
  return draft;
}

/** A backslash separates folders; a double one is a literal backslash. */
const partsOfPath = (path: string): string[] => (path.match(/(?:\\\\|[^\\])+/g) ?? []).map((part) => part.replaceAll("\\\\", "\\"));

/** "$type:label:number", with optional type and number; or just a label. */
const KEY = /^\$(\w+)(?::(.*?))?(?::(\d+))?$/;

function readField(draft: Draft, key: string, value: unknown): void {
  const [, type = "", label = ""] = KEY.exec(key) ?? [];
  const name = label || (type ? wordsOf(type) : key);
  if (type === "note" && draft.kind === "note") draft.note(textOf(value));
  else if (Array.isArray(value)) for (const one of value) readField(draft, key, one);
  else if (type === "oneTimeCode" || key === "TFC:Keeper") draft.code(textOf(value), name);
  else if (type === "url" && draft.kind === "password") draft.url(textOf(value));
  else if (type === "url") draft.extra(name, textOf(value), "shown");
  else if (!isRecord(value)) placeText(draft, { type, name, value: textOf(value) });
  else readParts(draft, { type, name, parts: value });
}

const TEXTS: Readonly<Record<string, string>> = {
  ...{ pinCode: "pin", cardholderName: "card_holder_name", accountNumber: "account_number", birthDate: "birthday", email: "email_address" },
  ...{ text: "card_holder_name", phone: "phone" },
};

/** Dates are stored as midnight in an unknown time zone: adding half a day gives the same day nearly everywhere. */
const HALF_A_DAY = 43_200_000;
const textFrom = (type: string, value: string): string =>
  /date/i.test(type) && /^-?\d{9,15}$/.test(value) ? dayOf(Number(value) + HALF_A_DAY) : value;

function placeText(draft: Draft, { type, name, value: raw }: { type: string; name: string; value: string }): void {
  const value = textFrom(type, raw);
  const isHolder = type !== "text" || /cardholder/i.test(name);
  const place = isHolder ? lookUp(TEXTS, type) : undefined;
  if (!place) {
    draft.extra(name, value, /^(secret|password|pinCode)$/.test(type) ? "hidden" : "by-label");
    return;
  }
  draft.set(place, value, name);
}

const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  name: { first: "first_name", middle: "middle_name", last: "last_name" },
  address: { street1: "address_1", street2: "address_2", city: "city_town", state: "state", zip: "zip_postal_code", country: "country" },
  bankAccount: { accountType: "account_type", routingNumber: "routing_number", accountNumber: "account_number" },
  paymentCard: { cardNumber: "card_number", cardSecurityCode: "cvv" },
};

function readParts(draft: Draft, { type, name, parts }: { type: string; name: string; parts: Json }): void {
  const { cardExpirationDate: end, number, region, ext } = parts;
  if (type === "phone") {
    draft.set("phone", [region, number, ext].map(textOf).filter(Boolean).join(" "), name);
    return;
  }
  if (end) draft.set("expiration_date", expiryFrom(textOf(end)) ?? textOf(end), name);
  const known = setAll(draft, parts, lookUp(PARTS, type) ?? {});
  for (const [key, value] of Object.entries(parts))
    if (!known.includes(key) && key !== "cardExpirationDate") keepAny(draft, `${name}: ${wordsOf(key)}`, value);
}
