/**
 * Everything the user owns in the Credential Exchange Format of the FIDO Alliance (CXF 1.0), unencrypted, passkeys included. What has no place there is written as custom
 * fields, under the names that people know; earlier passwords and versions stay behind.
 */
import { PRODUCT_NAME } from "../constants.ts";
import { controlOf } from "../items/controls.ts";
import { type Item, titleOf, type Vault } from "../items/item.ts";
import { type Field, kindOf } from "../items/kinds.ts";
import { readPasskeyKeys, readPasskeys } from "../items/passkeys.ts";
import { addressesOf, readCustomFields, readTags } from "../items/structured-fields.ts";
import { type BackupRequest, planBackup } from "./backup.ts";
import { type Behind, behindOf } from "./export.ts";
import { codeToWrite } from "./formats/cxf-code.ts";
import { type FieldType, OWN_EXTENSION, OWN_FIELD_EXTENSION, WRITTEN } from "./formats/cxf-fields.ts";
import { toBase64Url } from "./passkey-entry.ts";

type Written = Readonly<Record<string, unknown>>;

export interface CxfRequest extends BackupRequest {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of this server, which is the name of the exporter. */
  readonly host: string;
  readonly random: (length: number) => Uint8Array;
}

export interface CxfPlan {
  /** Items and vaults that did not open. */
  readonly unreadable: number;
  readonly behind: readonly Behind[];
}

const isLeft = ({ derive }: Field): boolean => derive === "history" || derive === "others";

export function planCxf(request: BackupRequest): CxfPlan {
  const { items, unreadable } = planBackup(request);
  return { unreadable, behind: behindOf(items, isLeft, false) };
}

/** Writes what `planCxf` counts. */
export function writeCxf({ now, host, random, ...request }: CxfRequest): string {
  const { items, vaults } = planBackup(request);
  const account = {
    ...{ id: toBase64Url(random(16)), username: "", email: "" },
    collections: vaults.map((vault) => collectionOf(vault, items)),
    items: items.map(itemOf),
  };
  const header = { version: { major: 1, minor: 0 }, exporterRpId: host, exporterDisplayName: PRODUCT_NAME };
  return `${JSON.stringify({ ...header, timestamp: secondsOf(now), accounts: [account] }, null, 1)}\n`;
}

const secondsOf = (at: number): number => Math.floor(at / 1_000);
/** @param id - a UUID; as its 16 bytes. */
const bytesOfId = (id: string): string =>
  toBase64Url(Uint8Array.from(id.replaceAll("-", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));

const collectionOf = ({ id, name, description }: Vault, items: readonly Item[]): Written => ({
  ...{ id: bytesOfId(id), title: name, ...(description && { subtitle: description }) },
  items: items.filter(({ categoryId }) => categoryId === id).map((item) => ({ item: bytesOfId(item.id) })),
});

function itemOf(item: Item): Written {
  const { id, kind, fields, favourite, createdAt, updatedAt } = item;
  const [urls, tags] = [addressesOf(fields).map(({ url }) => url), readTags(fields.tags ?? "")];
  return {
    ...{ id: bytesOfId(id), creationAt: secondsOf(createdAt), modifiedAt: secondsOf(updatedAt), title: titleOf(item) },
    ...(favourite && { favorite: true }),
    ...(urls.length > 0 && { scope: { urls, androidApps: [] } }),
    credentials: credentialsOf(item),
    ...(tags.length > 0 && { tags }),
    extensions: [{ name: OWN_EXTENSION, kind }],
  };
}

/** Written elsewhere, computed, or not for others. */
const APART = ["notes", "custom_fields", "tags", "website_url", "more_urls", "url_match", "favicon_url", "x_passkeys", "x_passkey_keys"];

function credentialsOf({ kind, fields }: Item): readonly Written[] {
  const { title, fields: table } = kindOf(kind);
  const done = new Set([title, ...APART]);
  const own = Object.entries(WRITTEN).flatMap(([type, written]) => {
    const values = written.kind === kind ? valuesOf(written.fields, fields, done) : {};
    return Object.keys(values).length > 0 ? [{ type, ...values }] : [];
  });
  const code = fields.totp ? codeToWrite(fields.totp) : null;
  if (code) done.add("totp");
  const rest = Object.entries(table).flatMap(([name, field]: readonly [string, Field]) => {
    const value = fields[name] ?? "";
    return value === "" || done.has(name) || field.derive || value === field.fallback ? [] : [fieldOf(name, field, value)];
  });
  return [
    ...own,
    ...(code ? [code] : []),
    ...passkeysOf(fields),
    ...(fields.notes ? [{ type: "note", content: { fieldType: "string", value: fields.notes } }] : []),
    ...(rest.length > 0 ? [{ type: "custom-fields", fields: rest }] : []),
    ...customOf(fields),
  ];
}

/** @param done - takes the fields that are in it */
function valuesOf(table: (typeof WRITTEN)[string]["fields"], fields: Item["fields"], done: Set<string>): Written {
  return Object.fromEntries(
    Object.entries(table).flatMap(([theirs, [ours, type]]) => {
      const value = formOf(ours, type, fields);
      if (value === null) return [];
      done.add(ours);
      if (ours === "address_1") done.add("address_2");
      return [[theirs, { fieldType: type, value }]];
    }),
  );
}

/** Of a type that has one; what is not written so is a custom field. */
const FORMS: Readonly<Partial<Record<FieldType, RegExp>>> = {
  "year-month": /^\d{4}-\d{2}$/,
  "country-code": /^[A-Z]{2}$/,
  "subdivision-code": /^[A-Z]{2}-[A-Z0-9]{1,3}$/,
};

function formOf(ours: string, type: FieldType, fields: Item["fields"]): string | null {
  const value = fields[ours] ?? "";
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(value) ?? [];
  const written = type === "year-month" && month ? `20${year}-${month}` : ours === "address_1" ? linesOf(fields) : value;
  return written === "" || FORMS[type]?.test(written) === false ? null : written;
}

const linesOf = ({ address_1: first = "", address_2: second = "" }: Item["fields"]): string => [first, second].filter(Boolean).join("\n");

/** By what a form shows, its label, and of a choice the words; and as our own import knows it. */
function fieldOf(field: string, { label, control, options }: Field, value: string): Written {
  const fieldType: FieldType = controlOf(control).secret ? "concealed-string" : control === "email" ? "email" : "string";
  const chosen = options?.find((option) => option.value === value);
  const extensions = [{ name: OWN_FIELD_EXTENSION, field, ...(chosen && { chosen: value }) }];
  return { fieldType, value: chosen?.label ?? value, label, extensions };
}

/** Those that sites may still know. */
function passkeysOf(fields: Item["fields"]): readonly Written[] {
  const keys = new Map(readPasskeyKeys(fields.x_passkey_keys ?? "").map((one) => [one.id, one]));
  return readPasskeys(fields.x_passkeys ?? "").flatMap(({ id, rpId, name, displayName, user, state }) => {
    const { key, prfUv, prfNoUv } = keys.get(id) ?? {};
    if (!key || state === "removed") return [];
    const secrets = { hmacCredentials: { algorithm: "hmac-sha256", credWithUV: prfUv, credWithoutUV: prfNoUv } };
    const passkey = { credentialId: id, rpId, username: name, userDisplayName: displayName, userHandle: user, key };
    return [{ type: "passkey", ...passkey, ...(prfUv && prfNoUv && { fido2Extensions: secrets }) }];
  });
}

const TYPES = { text: "string", hidden: "concealed-string", boolean: "boolean" } as const satisfies Record<string, FieldType>;

/** A credential for each section. */
function customOf({ custom_fields: text = "" }: Item["fields"]): readonly Written[] {
  const all = readCustomFields(text);
  return [...new Set(all.map(({ section }) => section))].map((section) => ({
    ...{ type: "custom-fields", ...(section && { label: section }) },
    fields: all.flatMap(({ label, type, value, ...one }) => (one.section === section ? { fieldType: TYPES[type], value, label } : [])),
  }));
}
