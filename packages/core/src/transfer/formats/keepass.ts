/** KeePass's XML: what KeePass and KeePassXC export, and the content of a .kdbx file. XML of older programs is detected and read by keepass-old.ts. */
import { Draft } from "../draft.ts";
import { addPasskey, fromAnyBase64 } from "../passkey-entry.ts";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml.ts";
import type { Format } from "./format.ts";
import { codeOf } from "./keepass-code.ts";
import { keepassOld } from "./keepass-old.ts";

const isSecond = (file: XmlElement): boolean => file.name === "KeePassFile" && childOf(file, "Root") !== undefined;

export const keepass: Format<XmlElement> = {
  is: (file) => isSecond(file) || keepassOld.is(file),
  entries: (file) => {
    if (!isSecond(file)) return keepassOld.entries(file);
    const bin = textIn(childOf(file, "Meta"), "RecycleBinUUID");
    // The outermost group is the database itself.
    return childrenOf(childOf(file, "Root"), "Group").flatMap((group) => [...entriesBelow(group, { path: [], bin, isTrash: false })]);
  },
};

interface Place {
  readonly path: readonly string[];
  /** UUID of the recycle bin; may not match any group. */
  readonly bin: string;
  readonly isTrash: boolean;
}

function* entriesBelow(group: XmlElement, place: Place): Generator<Draft> {
  for (const entry of childrenOf(group, "Entry")) yield draftOf(entry, place);
  for (const below of childrenOf(group, "Group")) {
    const isBin = place.bin !== "" && textIn(below, "UUID") === place.bin;
    // Entries in the bin are tagged; the bin does not become a folder.
    const path = isBin ? place.path : [...place.path, textIn(below, "Name")];
    yield* entriesBelow(below, { ...place, path, isTrash: place.isTrash || isBin });
  }
}

/** KeePass's standard fields, which it writes even when empty. */
const STANDARD = ["Title", "UserName", "Password", "URL", "Notes"] as const;
const FURTHER_URL = /^(KP2A_URL(_\d+)?|AndroidApp\d*|URL[ _]?\d+)$/i;

function draftOf(entry: XmlElement, { path, isTrash }: Place): Draft {
  const strings = new Map(childrenOf(entry, "String").map((field) => [textIn(field, "Key"), textIn(field, "Value")]));
  const of = (name: (typeof STANDARD)[number]): string => strings.get(name) ?? "";
  const draft = new Draft();
  draft.name = of("Title");
  draft.folder(...path);
  draft.set("username", of("UserName"), "Username");
  draft.set("password", of("Password"), "Password");
  draft.url(of("URL"));
  draft.note(of("Notes"));
  const code = codeOf(strings);
  if (code) draft.code(code.value);
  const read = [...(code?.keys ?? []), ...readPasskey(draft, strings, timeFrom(textIn(childOf(entry, "Times"), "CreationTime")))];
  for (const field of childrenOf(entry, "String")) readField(draft, field, read);
  for (const tag of textIn(entry, "Tags").split(/[;,]/)) draft.tag(tag);
  if (isTrash) draft.tag("Trash");
  for (const { key, at } of earlier(entry)) if (key !== of("Password")) draft.past(key, at);
  for (const binary of childrenOf(entry, "Binary")) draft.attachment(textIn(binary, "Key"));
  readTimes(draft, childOf(entry, "Times"));
  return draft;
}

/** KeePassXC's names; `GENERATED_USER_ID` and the one with KPXC are those of its first versions. */
const PASSKEY_FIELD = /^KPEX_PASSKEY_|^KPXC_PASSKEY_USERNAME$/;

/** @returns the fields it was read from */
function readPasskey(draft: Draft, strings: ReadonlyMap<string, string>, at: number | undefined): string[] {
  const of = (name: string): string => strings.get(`KPEX_PASSKEY_${name}`) ?? "";
  const isRead = addPasskey(draft, {
    id: fromAnyBase64(of("CREDENTIAL_ID") || of("GENERATED_USER_ID")),
    rpId: of("RELYING_PARTY"),
    user: fromAnyBase64(of("USER_HANDLE")),
    name: of("USERNAME") || (strings.get("KPXC_PASSKEY_USERNAME") ?? ""),
    key: fromAnyBase64(of("PRIVATE_KEY_PEM").replace(/-----(?:BEGIN|END) PRIVATE KEY-----|\s/g, "")),
    at,
  });
  return isRead ? [...strings.keys()].filter((name) => PASSKEY_FIELD.test(name)) : [];
}

function readField(draft: Draft, field: XmlElement, known: readonly string[]): void {
  const [key, value] = [textIn(field, "Key"), childOf(field, "Value")];
  if (!value || STANDARD.some((name) => name === key) || known.includes(key)) return;
  const isProtected = Object.entries(value.attributes).some(([name, text]) => /^Protect/.test(name) && /^true$/i.test(text));
  if (FURTHER_URL.test(key)) draft.url(/^AndroidApp/i.test(key) && !value.text.includes("://") ? `androidapp://${value.text}` : value.text);
  else if (/^otp$|^TimeOtp-|^TOTP (Seed|Settings)$/.test(key)) draft.extra(key, value.text, "hidden");
  else draft.extra(key, value.text, isProtected ? "hidden" : "by-label");
}

interface Earlier {
  readonly key: string;
  readonly at: number;
}

/** Each password once; it was replaced when the next version was saved. The oldest version is first. */
function earlier(entry: XmlElement): Earlier[] {
  const versions = [...childrenOf(childOf(entry, "History"), "Entry"), entry];
  const keys = versions.map((version) =>
    textIn(
      childrenOf(version, "String").find((field) => textIn(field, "Key") === "Password"),
      "Value",
    ),
  );
  const found = new Map<string, number>();
  for (const [index, key] of keys.slice(0, -1).entries())
    if (key !== keys[index + 1]) found.set(key, timeFrom(textIn(childOf(versions[index + 1], "Times"), "LastModificationTime")) ?? 0);
  return [...found].map(([key, at]) => ({ key, at }));
}

function readTimes(draft: Draft, times: XmlElement | undefined): void {
  draft.date("createdAt", timeFrom(textIn(times, "CreationTime")));
  draft.date("updatedAt", timeFrom(textIn(times, "LastModificationTime")));
  const end = timeFrom(textIn(times, "ExpiryTime"));
  if (/^true$/i.test(textIn(times, "Expires")) && end !== undefined)
    draft.extra("Expires", new Date(end).toISOString().slice(0, 10), "shown");
}

/** Seconds from the year 1, the epoch of version 4, to 1970. */
const YEAR_ONE = 62_135_596_800;

/** Parses ISO 8601, or eight bytes in base64, into milliseconds since 1970. */
function timeFrom(text: string): number | undefined {
  if (/^[A-Za-z0-9+/]{11}=$/.test(text)) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return (Number(new DataView(bytes.buffer).getBigInt64(0, true)) - YEAR_ONE) * 1000;
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
