/** Enpass's JSON, of version 6 and later. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import type { Format } from "./format.ts";
import { isRecord, isYes, type Json, listOf, lookUp, recordOf, recordsOf, textOf, timeOf } from "./json.ts";

const KIND_OF_CATEGORY: Readonly<Record<string, KindName>> = {
  login: "password",
  password: "password",
  computer: "password",
  creditcard: "card",
  identity: "personal",
  note: "note",
};

export const enpass: Format<unknown> = {
  is: (file) =>
    isRecord(file) &&
    Array.isArray(file.items) &&
    recordsOf(file.items).some((item) => "template_type" in item || ("category" in item && Array.isArray(item.fields))),
  entries: (file) => {
    const { items, folders } = recordOf(file);
    const byId = new Map(recordsOf(folders).map((folder) => [textOf(folder.uuid), folder]));
    return listOf(items).map((item) =>
      isRecord(item) ? draftOf(item, byId) : { refused: "This entry is not written as Enpass writes one." },
    );
  },
};

function draftOf(item: Json, folders: ReadonlyMap<string, Json>): Draft {
  const fields = recordsOf(item.fields);
  const draft = new Draft(kindOf(item, fields));
  draft.name = textOf(item.title);
  draft.favourite = isYes(item.favorite);
  const [place = "", ...others] = listOf(item.folders)
    .map((id) => pathOf(textOf(id), folders))
    .filter(Boolean);
  draft.folder(...place.split("/"));
  for (const other of others) draft.tag(other);
  if (isYes(item.trashed)) draft.tag("Trash");
  if (isYes(item.archived)) draft.tag("Archived");
  // A user name takes precedence over an email address, in any order.
  const user = fields.find(({ type, value, deleted }) => textOf(type) === "username" && textOf(value) !== "" && !isYes(deleted));
  if (draft.kind === "password" && user) draft.set("username", textOf(user.value));
  let section = "";
  for (const field of fields) {
    if (field === user && draft.kind === "password") continue;
    if (textOf(field.type) === "section") section = textOf(field.label);
    else readField(draft, field, section);
  }
  draft.note(textOf(item.note));
  for (const { name } of recordsOf(item.attachments)) draft.attachment(textOf(name));
  draft.date("createdAt", timeOf(item.createdAt));
  draft.date("updatedAt", timeOf(item.updated_at));
  return draft;
}

function kindOf(item: Json, fields: readonly Json[]): KindName {
  if (/bankaccount/i.test(textOf(item.template_type))) return "bank";
  const known = lookUp(KIND_OF_CATEGORY, textOf(item.category).toLowerCase());
  const isLogin = fields.some(({ type, value }) => /^(username|password|email|url)$/.test(textOf(type)) && textOf(value) !== "");
  return known ?? (isLogin ? "password" : "note");
}

const PLACES: Readonly<Partial<Record<KindName, Readonly<Record<string, string>>>>> = {
  password: { username: "username", password: "password" },
  card: { ccName: "card_holder_name", ccNumber: "card_number", ccCvc: "cvv", ccPin: "pin", ccExpiry: "expiration_date" },
};
/** For kinds whose fields Enpass distinguishes only by their labels. */
const LABELS: Readonly<Partial<Record<KindName, Readonly<Record<string, string>>>>> = {
  bank: {
    ...{ "bank name": "bank_name", "account type": "account_type", "account number": "account_number", "routing number": "routing_number" },
    ...{
      swift: "swift_code",
      "swift code": "swift_code",
      iban: "iban_number",
      pin: "pin",
      "branch address": "branch_address",
      address: "branch_address",
    },
    ...{ "branch phone": "branch_phone", phone: "branch_phone" },
  },
  personal: {
    ...{
      title: "title",
      "first name": "first_name",
      initial: "middle_name",
      "middle name": "middle_name",
      "last name": "last_name",
      gender: "gender",
    },
    ...{
      "birth date": "birthday",
      birthday: "birthday",
      email: "email_address",
      phone: "phone",
      mobile: "phone",
      street: "address_1",
      address: "address_1",
    },
    ...{
      city: "city_town",
      state: "state",
      zip: "zip_postal_code",
      "zip code": "zip_postal_code",
      country: "country",
      username: "username",
    },
  },
};

function readField(draft: Draft, field: Json, section: string): void {
  const [label, type, value] = [textOf(field.label), textOf(field.type), textOf(field.value)];
  const place = lookUp(PLACES[draft.kind], type) ?? lookUp(LABELS[draft.kind], label.trim().toLowerCase());
  const isGone = isYes(field.deleted);
  if (value === "" && !isGone) readHistory(draft, field, type, label);
  else if (isGone) draft.extra(`${label} (deleted)`, value, isYes(field.sensitive) ? "hidden" : "by-label", section);
  else {
    if (type === "totp") draft.code(value, label);
    else if (type === "url" && draft.kind === "password") draft.url(value);
    else if (type === "email" && draft.kind === "password" && !draft.has("username")) draft.set("username", value, label);
    else if (place === "expiration_date") draft.set(place, expiryFrom(value) ?? value, label);
    else if (place && !draft.has(place)) draft.set(place, value, label);
    else draft.extra(label, value, isYes(field.sensitive) ? "hidden" : "by-label", section);
    readHistory(draft, field, type, label);
  }
}

function readHistory(draft: Draft, field: Json, type: string, label: string): void {
  for (const { value, updated_at: at } of recordsOf(field.history)) {
    if (type === "password" && draft.kind === "password") draft.past(textOf(value), timeOf(at));
    else draft.extra(`${label} (earlier)`, textOf(value), isYes(field.sensitive) ? "hidden" : "by-label");
  }
}

function pathOf(id: string, folders: ReadonlyMap<string, Json>): string {
  const path: string[] = [];
  for (let at = folders.get(id); at && path.length < folders.size; at = folders.get(textOf(at.parent_uuid))) path.unshift(textOf(at.title));
  return path.join("/");
}
