/** The Credential Exchange Format of the FIDO Alliance (CXF 1.0), unencrypted: what password managers hand over to each other, passkeys included. */
import { KIND_NAMES, type KindName, kindOf } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import { addPasskey, fromAnyBase64, PRF_BYTES } from "../passkey-entry.ts";
import { codeOf } from "./cxf-code.ts";
import { CREDENTIALS, KIND_ORDER, OWN_EXTENSION, OWN_FIELD_EXTENSION } from "./cxf-fields.ts";
import type { Entry, Format } from "./format.ts";
import { readFullName } from "./full-name.ts";
import { isRecord, isYes, type Json, keepAny, keepRest, listOf, lookUp, recordOf, recordsOf, textOf, timeOf, wordsOf } from "./json.ts";

/** A later one may mean something else by the same words (unsupported-files.ts). */
const VERSION = "1";
const NO_ENTRY = "This entry is not written as the Credential Exchange Format writes one.";

export const cxf: Format<unknown> = {
  is: (file) =>
    isRecord(file) && textOf(recordOf(file.version).major) === VERSION && "exporterRpId" in file && Array.isArray(file.accounts),
  entries: (file) =>
    recordsOf(recordOf(file).accounts).flatMap(({ items, collections }) => {
      const places = placesIn(collections);
      return listOf(items).map((item): Entry => (isRecord(item) ? draftOf(item, places) : { refused: NO_ENTRY }));
    }),
};

/** Deeper ones are no folders of a person: a file could nest them without end. */
const DEEPEST = 20;
type Places = ReadonlyMap<string, readonly (readonly string[])[]>;

/** By the id of an item: the paths of the collections that it is in. */
function placesIn(collections: unknown): Places {
  const places = new Map<string, (readonly string[])[]>();
  const walk = (list: unknown, above: readonly string[]): void => {
    if (above.length > DEEPEST) return;
    for (const { title, items, subCollections } of recordsOf(list)) {
      const path = [...above, textOf(title)];
      for (const { item } of recordsOf(items)) places.set(textOf(item), [...(places.get(textOf(item)) ?? []), path]);
      walk(subCollections, path);
    }
  };
  walk(collections, []);
  return places;
}

const READ = ["id", "creationAt", "modifiedAt", "title", "favorite", "scope", "credentials", "tags"];

function draftOf(item: Json, places: Places): Draft {
  const credentials = recordsOf(item.credentials);
  const kinds = credentials.map(({ type }) => lookUp(CREDENTIALS, textOf(type))?.kind);
  const own = ownKind(item.extensions);
  const draft = new Draft(own ?? KIND_ORDER.find((kind) => kinds.includes(kind)) ?? "note");
  draft.name = textOf(item.title);
  draft.favourite = isYes(item.favorite);
  const [place = [], ...others] = places.get(textOf(item.id)) ?? [];
  draft.folder(...place);
  for (const path of others) draft.tag(path.join("/"));
  for (const tag of listOf(item.tags)) draft.tag(textOf(tag));
  readScope(draft, recordOf(item.scope));
  // Before its passkeys, which have no dates of their own in this format.
  draft.date("createdAt", timeOf(item.creationAt));
  draft.date("updatedAt", timeOf(item.modifiedAt));
  for (const credential of credentials) readCredential(draft, credential, own !== undefined);
  // A login by a passkey alone is called by its account.
  const account = credentials.map(({ type, username }) => (type === "passkey" ? textOf(username) : "")).find(Boolean);
  if (draft.kind === "password" && !draft.has("username")) draft.set("username", account ?? "");
  const extensions = recordsOf(item.extensions).filter(({ name }) => name !== OWN_EXTENSION);
  keepRest(draft, { ...item, extensions }, READ);
  return draft;
}

/** In a file of Coffer's. */
function ownKind(extensions: unknown): KindName | undefined {
  const said = recordsOf(extensions).find(({ name }) => name === OWN_EXTENSION)?.kind;
  return KIND_NAMES.find((kind) => kind === said);
}

function readScope(draft: Draft, { urls, androidApps, ...rest }: Json): void {
  for (const url of listOf(urls)) draft.url(textOf(url));
  for (const { bundleId, name } of recordsOf(androidApps))
    draft.extra("Android app", [name, bundleId].map(textOf).filter(Boolean).join(", "));
  keepRest(draft, rest, []);
}

/** Of an editable field, or of a bare value. */
const contentOf = (field: unknown): string => textOf(isRecord(field) ? field.value : field);

/** Credentials that are no list of editable fields. */
const OTHERS: Readonly<Record<string, (draft: Draft, credential: Json, isOwn: boolean) => void>> = {
  note: (draft, { type: _, content, ...rest }) => {
    draft.note(contentOf(content));
    keepRest(draft, rest, []);
  },
  totp: (draft, { type: _, ...totp }) => {
    const code = codeOf(totp);
    if (code === null) draft.extra("One-time code", JSON.stringify(totp), "hidden");
    else draft.code(code);
    keepRest(draft, totp, ["secret", "algorithm", "digits", "period", "issuer", "username"]);
  },
  passkey: (draft, { type: _, ...passkey }) => {
    if (!readPasskey(draft, passkey)) draft.extra("Passkey", JSON.stringify(passkey), "hidden");
  },
  file: (draft, { name }) => draft.attachment(textOf(name)),
  // The id of another entry of the file.
  "item-reference": () => undefined,
  "custom-fields": (draft, { type: _, id: __, label, fields, ...rest }, isOwn) => {
    for (const field of listOf(fields))
      if (!(isOwn && !label && setOwnField(draft, recordOf(field))))
        keepField(draft, textOf(recordOf(field).label) || "Field", field, textOf(label));
    keepRest(draft, rest, [], textOf(label));
  },
};

/**
 * A field of Coffer's that has no place in a credential names itself; in files of before it has its label alone, in English.
 * @returns false for any other
 */
function setOwnField(draft: Draft, { label, value, extensions }: Json): boolean {
  const own = recordsOf(extensions).find(({ name }) => name === OWN_FIELD_EXTENSION);
  const all = Object.entries(kindOf(draft.kind).fields);
  const [name, field] = all.find(([key, one]) => (own ? key === own.field : one.label === label)) ?? [];
  if (!name || !field || draft.has(name)) return false;
  const chosen = field.options?.find((option) => (own ? option.value === own.chosen : option.label === value));
  draft.set(name, chosen?.value ?? textOf(value), textOf(label));
  return true;
}

function readCredential(draft: Draft, credential: Json, isOwn: boolean): void {
  const type = textOf(credential.type);
  const other = lookUp(OTHERS, type);
  if (other) other(draft, credential, isOwn);
  else readFields(draft, type, credential);
}

function readFields(draft: Draft, type: string, credential: Json): void {
  const { kind, fields } = lookUp(CREDENTIALS, type) ?? {};
  const isOwn = kind === draft.kind;
  for (const [theirs, field] of Object.entries(credential)) {
    if (theirs === "type") continue;
    const ours = isOwn ? lookUp(fields, theirs)?.[0] : undefined;
    const partial = isOwn ? lookUp(PARTIAL, theirs) : undefined;
    if (ours) (lookUp(INTO, ours) ?? asItIs(ours, theirs))(draft, contentOf(field), credential);
    else if (partial) partial(draft, contentOf(field), credential);
    else if (theirs === "urls") for (const url of listOf(field)) draft.url(textOf(url));
    else keepField(draft, wordsOf(theirs), field, isOwn ? "" : wordsOf(type.replaceAll("-", " ")));
  }
}

type Reading = (draft: Draft, value: string, credential: Json) => void;

const asItIs =
  (ours: string, theirs: string): Reading =>
  (draft, value) =>
    draft.set(ours, value, wordsOf(theirs));

/** Fields of Coffer's that are written in another way there. */
const INTO: Readonly<Record<string, Reading>> = {
  expiration_date: (draft, value) => draft.set("expiration_date", expiryFrom(value) ?? value, "Expiry date"),
  address_1: (draft, value) => {
    const [first = "", ...more] = value.split(/\r\n?|\n/);
    draft.set("address_1", first, "Street address");
    draft.set("address_2", more.filter(Boolean).join(", "), "Street address");
  },
  last_name: (draft, value, { surnamePrefix, surname2 }) =>
    draft.set("last_name", [contentOf(surnamePrefix), value, contentOf(surname2)].filter(Boolean).join(" "), "Surname"),
};

/** Fields of theirs that are a part of one of Coffer's fields, or of several. */
const PARTIAL: Readonly<Record<string, Reading>> = {
  url: (draft, value) => draft.url(value),
  // With the surname.
  surnamePrefix: (draft, value, { surname }) => (contentOf(surname) ? undefined : draft.extra("Surname prefix", value)),
  surname2: (draft, value, { surname }) => (contentOf(surname) ? undefined : draft.extra("Second surname", value)),
  fullName: (draft, value) => {
    if (!draft.has("first_name") && !draft.has("last_name")) readFullName(draft, value);
    // Which words belong together is only known of two.
    if (value.trim().split(/\s+/).length > 2) draft.extra("Full name", value, "shown");
  },
};

/** A value without a field of Coffer's. */
function keepField(draft: Draft, label: string, field: unknown, section: string): void {
  const { id: _, fieldType, value, label: __, ...rest } = recordOf(field);
  if (value === undefined) keepAny(draft, label, field, section);
  else if (fieldType === "boolean") draft.flag(label, isYes(value), section);
  else draft.extra(label, textOf(value), fieldType === "concealed-string" ? "hidden" : "by-label", section);
  if (value !== undefined) keepRest(draft, rest, [], section);
}

function readPasskey(
  draft: Draft,
  { credentialId, rpId, username, userDisplayName, userHandle, key, fido2Extensions, ...rest }: Json,
): boolean {
  const { hmacCredentials, ...extensions } = recordOf(fido2Extensions);
  const { algorithm, credWithUV, credWithoutUV } = recordOf(hmacCredentials);
  const prf =
    algorithm === "hmac-sha256" ? { uv: fromAnyBase64(textOf(credWithUV)), noUv: fromAnyBase64(textOf(credWithoutUV)) } : undefined;
  const isAdded = addPasskey(draft, {
    ...{ id: fromAnyBase64(textOf(credentialId)), rpId: textOf(rpId), name: textOf(username), displayName: textOf(userDisplayName) },
    ...{ user: fromAnyBase64(textOf(userHandle)), key: fromAnyBase64(textOf(key)), at: undefined, prf },
  });
  if (!isAdded) return false;
  const isPrfKept = prf?.uv?.length === PRF_BYTES && prf.noUv?.length === PRF_BYTES;
  const more = {
    ...extensions,
    ...rest,
    ...(hmacCredentials !== undefined && !isPrfKept && { hmacSecret: JSON.stringify(hmacCredentials) }),
  };
  for (const [name, value] of Object.entries(more)) keepAny(draft, `Passkey: ${wordsOf(name)}`, value);
  return true;
}
