/** Psono's JSON: nested folders; field names of an entry are prefixed with its type. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import type { Entry, Format } from "./format.ts";
import { isRecord, type Json, keepAny, listOf, lookUp, recordOf, recordsOf, textOf, timeOf, wordsOf } from "./json.ts";

const KIND_OF_TYPE: Readonly<Record<string, KindName>> = {
  website_password: "password",
  application_password: "password",
  bookmark: "password",
  totp: "password",
  credit_card: "card",
  identity: "personal",
  passkey: "password",
};

export const psono: Format<unknown> = {
  is: (file) =>
    isRecord(file) && [...entriesBelow(file, [])].some(({ item }) => typeof item.type === "string" && `${item.type}_title` in item),
  entries: (file) => [...entriesBelow(recordOf(file), [])].map(({ item, path }): Entry => draftOf(item, path)),
};

interface Placed {
  readonly item: Json;
  readonly path: readonly string[];
}

const DEEPEST = 64;

function* entriesBelow(folder: Json, path: readonly string[]): Generator<Placed> {
  for (const item of recordsOf(folder.items)) yield { item, path };
  if (path.length < DEEPEST) for (const below of recordsOf(folder.folders)) yield* entriesBelow(below, [...path, textOf(below.name)]);
}

/** By the name after the type prefix. */
const PLACES: Readonly<Record<string, string>> = {
  ...{
    username: "username",
    password: "password",
    email: "email_address",
    name: "card_holder_name",
    number: "card_number",
    cvc: "cvv",
    pin: "pin",
  },
  ...{
    first_name: "first_name",
    last_name: "last_name",
    address: "address_1",
    postal_code: "zip_postal_code",
    city: "city_town",
    state: "state",
  },
  ...{ country: "country", phone_number: "phone" },
};
const WITHOUT_CONTENT = [
  "id",
  "type",
  "name",
  "create_date",
  "write_date",
  "callback_url",
  "callback_user",
  "callback_pass",
  "search",
  "share_rights",
  "secret_id",
  "secret_key",
  "is_folder",
  "parent_id",
  "custom_fields",
  "tags",
  "description",
];
const SETTINGS = [
  "title",
  "notes",
  "url",
  "url_filter",
  "auto_submit",
  "totp_code",
  "totp_period",
  "totp_digits",
  "totp_algorithm",
  "valid_through",
  "code",
  "period",
  "digits",
  "algorithm",
  "custom_fields",
  "tags",
  "allow_http",
];

function draftOf(item: Json, path: readonly string[]): Draft {
  const type = textOf(item.type);
  const of = (name: string): string => textOf(item[`${type}_${name}`]);
  const draft = new Draft(lookUp(KIND_OF_TYPE, type) ?? "note");
  draft.name = of("title") || textOf(item.name);
  draft.folder(...path);
  draft.url(of("url"));
  draft.note(of("notes"));
  for (const tag of [...listOf(item.tags), ...listOf(item[`${type}_tags`])]) draft.tag(textOf(tag));
  readCode(draft, type, of);
  const end = of("valid_through");
  draft.set("expiration_date", expiryFrom(end) ?? end, "Valid through");
  for (const [key, value] of Object.entries(item)) readRest(draft, { key, value, type });
  for (const list of [item.custom_fields, item[`${type}_custom_fields`]])
    for (const { name, value, type: kind } of recordsOf(list))
      draft.extra(textOf(name), textOf(value), kind === "password" ? "hidden" : "by-label");
  for (const filter of of("url_filter").split(/[,;\s\n]+/)) if (!of("url").includes(filter)) draft.extra("URL filter", filter, "shown");
  draft.date("createdAt", timeOf(item.create_date));
  draft.date("updatedAt", timeOf(item.write_date));
  return draft;
}

function readCode(draft: Draft, type: string, of: (name: string) => string): void {
  const prefix = type === "totp" ? "" : "totp_";
  const [key = "", period = "", digits = "", algorithm = ""] = ["code", "period", "digits", "algorithm"].map((name) =>
    of(`${prefix}${name}`),
  );
  if (!key) return;
  const isUsual = (!period || period === "30") && (!digits || digits === "6") && (!algorithm || algorithm === "SHA1");
  const query = new URLSearchParams({ secret: key, ...(period && { period }), ...(digits && { digits }), ...(algorithm && { algorithm }) });
  draft.code(isUsual ? key : `otpauth://totp/${encodeURIComponent(draft.name)}?${query}`);
}

function readRest(draft: Draft, { key, value, type }: { key: string; value: unknown; type: string }): void {
  const name = key.startsWith(`${type}_`) ? key.slice(type.length + 1) : "";
  const place = lookUp(PLACES, name);
  if (WITHOUT_CONTENT.includes(key) || SETTINGS.includes(name)) return;
  if (name === "variables") for (const one of recordsOf(value)) draft.extra(textOf(one.key), textOf(one.value), "hidden");
  else if (place && !isRecord(value)) draft.set(place, textOf(value), wordsOf(name));
  else keepAny(draft, wordsOf(name || key), value);
}
