/** Bitwarden's unencrypted JSON, personal (folders) or of an organization (collections); Vaultwarden's is the same. */

import type { KindName } from "../../items/kinds.ts";
import type { MatchMode } from "../../items/match-modes.ts";
import { DEFAULT_MATCH } from "../../items/structured-fields.ts";
import { Draft, expiryOf } from "../draft.ts";
import { addPasskey, fromAnyBase64 } from "../passkey-entry.ts";
import type { Format } from "./format.ts";
import { isRecord, isYes, type Json, keepRest, listOf, lookUp, recordOf, recordsOf, setAll, textOf, timeOf } from "./json.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  ...{ "1": "password", "2": "note", "3": "card", "4": "personal", "5": "note" },
  ...{ "6": "bank", "7": "personal", "8": "personal" },
};
const MATCHES: readonly MatchMode[] = ["domain", "host", "starts-with", "exact", "regex", "never"];
const BOOLEAN = "2";
const LINKED = "3";

export const bitwarden: Format<unknown> = {
  is: (file) => {
    if (!isRecord(file) || file.encrypted === true || !Array.isArray(file.items)) return false;
    const [first] = file.items;
    return first === undefined ? file.encrypted === false : isRecord(first) && typeof first.type === "number" && "name" in first;
  },
  entries: (file) => {
    const { items, folders, collections } = recordOf(file);
    const names = new Map([...recordsOf(folders), ...recordsOf(collections)].map(({ id, name }) => [textOf(id), textOf(name)]));
    return listOf(items).map((item) =>
      isRecord(item) ? draftOf(item, names) : { refused: "This entry is not written as Bitwarden writes one." },
    );
  },
};

const READ = [
  "id",
  "organizationId",
  "folderId",
  "collectionIds",
  "type",
  "reprompt",
  "name",
  "notes",
  "favorite",
  "fields",
  "login",
  "secureNote",
  "card",
];
const READ_TOO = [
  "identity",
  "sshKey",
  "bankAccount",
  "driversLicense",
  "passport",
  "passwordHistory",
  "revisionDate",
  "creationDate",
  "deletedDate",
  "archivedDate",
  "attachments",
  "object",
  "key",
  "edit",
  "viewPassword",
  "organizationUseTotp",
  "permissions",
  "data",
  "localData",
  "search",
];

function draftOf(item: Json, names: ReadonlyMap<string, string>): Draft {
  const draft = new Draft(lookUp(KIND_OF_TYPE, textOf(item.type)) ?? "note");
  draft.name = textOf(item.name);
  draft.favourite = isYes(item.favorite);
  draft.note(textOf(item.notes));
  const [place = "", ...others] = [item.folderId, ...listOf(item.collectionIds)].map((id) => names.get(textOf(id)) ?? "").filter(Boolean);
  draft.folder(...place.split("/"));
  for (const other of others) draft.tag(other);
  readLogin(draft, recordOf(item.login));
  readCard(draft, recordOf(item.card));
  readIdentity(draft, recordOf(item.identity));
  keepRest(draft, recordOf(item.sshKey), []);
  for (const [part, places] of Object.entries(PARTS)) keepRest(draft, recordOf(item[part]), setAll(draft, recordOf(item[part]), places));
  for (const field of recordsOf(item.fields)) readField(draft, field);
  for (const { password, lastUsedDate } of recordsOf(item.passwordHistory)) draft.past(textOf(password), timeOf(lastUsedDate));
  for (const { fileName } of recordsOf(item.attachments)) draft.attachment(textOf(fileName));
  if (item.deletedDate) draft.tag("Trash");
  if (item.archivedDate) draft.tag("Archived");
  if (textOf(item.reprompt) === "1") draft.flag("Ask for the master password again", true);
  draft.date("createdAt", timeOf(item.creationDate));
  draft.date("updatedAt", timeOf(item.revisionDate));
  keepRest(draft, item, [...READ, ...READ_TOO]);
  return draft;
}

function readLogin(draft: Draft, login: Json): void {
  draft.set("username", textOf(login.username), "Username");
  draft.set("password", textOf(login.password), "Password");
  draft.code(textOf(login.totp));
  for (const { uri, match } of recordsOf(login.uris))
    draft.url(textOf(uri), MATCHES[typeof match === "number" ? match : -1] ?? DEFAULT_MATCH);
  draft.url(textOf(login.uri));
  for (const passkey of recordsOf(login.fido2Credentials))
    if (!readPasskey(draft, passkey)) draft.extra("Passkey", JSON.stringify(passkey), "hidden");
  keepRest(draft, login, ["username", "password", "totp", "uris", "uri", "fido2Credentials", "passwordRevisionDate", "autofillOnPageLoad"]);
}

const readPasskey = (draft: Draft, { credentialId, rpId, rpName, userHandle, userName, userDisplayName, ...rest }: Json): boolean =>
  addPasskey(draft, {
    id: passkeyId(textOf(credentialId)),
    ...{ rpId: textOf(rpId), rpName: textOf(rpName), name: textOf(userName), displayName: textOf(userDisplayName) },
    user: fromAnyBase64(textOf(userHandle)),
    key: fromAnyBase64(textOf(rest.keyValue)),
    at: timeOf(rest.creationDate),
    counter: textOf(rest.counter),
  });

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Its own are 16 bytes written as a UUID; others begin with "b64.". */
function passkeyId(text: string): Uint8Array | null {
  if (text.startsWith("b64.")) return fromAnyBase64(text.slice(4));
  if (!UUID.test(text)) return null;
  return Uint8Array.from(text.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function readCard(draft: Draft, card: Json): void {
  const [month, year] = [textOf(card.expMonth), textOf(card.expYear)];
  const expiry = expiryOf(month, year);
  if (expiry) draft.set("expiration_date", expiry);
  const known = setAll(draft, card, { cardholderName: "card_holder_name", number: "card_number", code: "cvv" });
  keepRest(draft, card, expiry ? [...known, "expMonth", "expYear"] : known);
}

const IDENTITY = {
  ...{ title: "title", firstName: "first_name", middleName: "middle_name", lastName: "last_name", email: "email_address", phone: "phone" },
  ...{ address1: "address_1", address2: "address_2", city: "city_town", state: "state", postalCode: "zip_postal_code", country: "country" },
  username: "username",
};

function readIdentity(draft: Draft, identity: Json): void {
  keepRest(draft, identity, setAll(draft, identity, IDENTITY));
}

const PERSON = {
  ...{ firstName: "first_name", givenName: "first_name", middleName: "middle_name", lastName: "last_name", surname: "last_name" },
  ...{ dateOfBirth: "birthday", birthDate: "birthday", sex: "gender", gender: "gender" },
};

/** The item types of 2026: their key, and the mapping of its fields to ours. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bankAccount: {
    ...{ bankName: "bank_name", accountType: "account_type", accountNumber: "account_number", routingNumber: "routing_number" },
    ...{ pin: "pin", swiftCode: "swift_code", iban: "iban_number", bankContactPhone: "branch_phone" },
  },
  driversLicense: PERSON,
  passport: PERSON,
};

/** The target of a linked field, by Bitwarden's number. */
const LINKS: Readonly<Record<string, string>> = { "100": "Username", "101": "Password" };

function readField(draft: Draft, { name, value, type, linkedId }: Json): void {
  const label = textOf(name);
  if (textOf(type) === BOOLEAN) draft.flag(label, isYes(value));
  else if (textOf(type) === LINKED) draft.extra(label, `= ${lookUp(LINKS, textOf(linkedId)) ?? `field ${textOf(linkedId)}`}`, "shown");
  else draft.extra(label, textOf(value), textOf(type) === "1" ? "hidden" : "shown");
}
