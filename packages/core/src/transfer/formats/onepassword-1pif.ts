/** 1Password's 1pif: one JSON record per line, separated by lines of asterisks. */
import { Draft, expiryOf } from "../draft.ts";
import type { Entry, Format } from "./format.ts";
import { isRecord, isYes, type Json, keepRest, listOf, recordOf, recordsOf, textOf, timeOf, wordsOf } from "./json.ts";
import { kindOfCategory, readField, readTimes } from "./onepassword-fields.ts";

/** Separator lines. */
const SEPARATOR = /^\*\*\*.*\*\*\*\s*$/;
const FOLDER = "system.folder.Regular";
const BROKEN = "This line is not written as 1Password writes one; it was left out.";

export const onePif: Format<readonly unknown[]> = {
  is: (lines) => lines.some((line) => isRecord(line) && typeof line.typeName === "string" && typeof line.uuid === "string"),
  entries: (lines) => {
    const items = lines.map((line) => (isRecord(line) ? line : null));
    const folders = new Map(items.flatMap((item) => (item?.typeName === FOLDER ? [[textOf(item.uuid), item] as const] : [])));
    return items
      .filter((item) => item === null || !textOf(item.typeName).startsWith("system."))
      .map((item): Entry => (item ? draftOf(item, folders) : { refused: BROKEN }));
  },
};

/** @returns null when the text is not a 1pif. An unreadable line becomes a null entry. */
export function linesOf1Pif(text: string): readonly unknown[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !SEPARATOR.test(line));
  const found = lines.map((line): unknown => {
    if (!line.trimStart().startsWith("{")) return null;
    try {
      return JSON.parse(line);
    } catch {
      return null; // reported as refused by the reader of the entries
    }
  });
  return found.some((line) => line !== null) ? found : null;
}

const READ = [
  "fields",
  "URLs",
  "notesPlain",
  "password",
  "passwordHistory",
  "sections",
  "htmlForm",
  "htmlMethod",
  "htmlAction",
  "htmlID",
  "htmlName",
  "defaultTag",
];

function draftOf(item: Json, folders: ReadonlyMap<string, Json>): Draft {
  const [secure, open] = [recordOf(item.secureContents), recordOf(item.openContents)];
  const draft = new Draft(kindOfCategory(textOf(item.typeName)));
  draft.name = textOf(item.title);
  draft.folder(...pathOf(textOf(item.folderUuid), folders));
  draft.favourite = Number(textOf(open.faveIndex)) > 0;
  if (isYes(item.trashed)) draft.tag("Trash");
  if (isYes(item.archived)) draft.tag("Archived");
  for (const tag of listOf(open.tags)) draft.tag(textOf(tag));
  for (const url of [item.location, ...recordsOf(secure.URLs).map((one) => one.url)]) draft.url(textOf(url));
  for (const field of recordsOf(secure.fields)) readFormField(draft, field);
  draft.set("password", textOf(secure.password), "Password");
  for (const { title, fields } of recordsOf(secure.sections))
    for (const { k, n, t, v } of recordsOf(fields))
      readField(draft, { id: textOf(n), label: textOf(t), type: textOf(k), value: v, section: textOf(title) });
  readFlat(draft, secure);
  draft.note(textOf(secure.notesPlain));
  for (const { value, time } of recordsOf(secure.passwordHistory)) draft.past(textOf(value), timeOf(time));
  readTimes(draft, item);
  return draft;
}

/** Older items have fields outside of sections. */
function readFlat(draft: Draft, secure: Json): void {
  const expiry = expiryOf(textOf(secure.expiry_mm), textOf(secure.expiry_yy));
  if (expiry) draft.set("expiration_date", expiry);
  const read = [...READ, ...(expiry ? ["expiry_mm", "expiry_yy"] : []), ...readFlatPerson(draft, secure)];
  const rest = Object.entries(secure).filter(([key]) => !read.includes(key));
  for (const [id, value] of rest) {
    if (isRecord(value) || Array.isArray(value)) keepRest(draft, { [id]: value }, []);
    else readField(draft, { id, label: wordsOf(id), type: "string", value, section: "" });
  }
}

const FLAT_PERSON = {
  ...{ address1: "address_1", address2: "address_2", city: "city_town", state: "state", zip: "zip_postal_code", country: "country" },
  ...{ cellphone: "phone", defphone: "phone" },
} as const;

/** An identity of a version before sections: address and date of birth in parts; what makes no date is left as it is. @returns the keys that were read */
function readFlatPerson(draft: Draft, secure: Json): string[] {
  if (draft.kind !== "personal") return [];
  const birthday = dateOf(BIRTHDAY.map((key) => textOf(secure[key])));
  const places = Object.entries(FLAT_PERSON).filter(([key, place]) => textOf(secure[key]) !== "" && !draft.has(place));
  for (const [key, place] of places) draft.set(place, textOf(secure[key]), wordsOf(key));
  if (!birthday || draft.has("birthday")) return places.map(([key]) => key);
  draft.set("birthday", birthday);
  return [...places.map(([key]) => key), ...BIRTHDAY];
}

const BIRTHDAY = ["birthdate_yy", "birthdate_mm", "birthdate_dd"];

/** @param parts - year, month and day, as digits @returns null for what is no day of the calendar */
function dateOf(parts: readonly string[]): string | null {
  const text = parts.map((part) => part.padStart(2, "0")).join("-");
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  // The 30th of February is one of March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}

function readFormField(draft: Draft, { value, designation, name, type }: Json): void {
  const text = textOf(value);
  if (designation === "username" || designation === "password") {
    draft.set(designation, text, textOf(name) || designation);
    return;
  }
  if (/^(I|S|B|C)$/.test(textOf(type))) return;
  draft.extra(textOf(name), text, type === "P" ? "hidden" : "by-label");
}

/** The path from the outermost folder to the item's folder. */
function pathOf(uuid: string, folders: ReadonlyMap<string, Json>): string[] {
  const path: string[] = [];
  for (let at = folders.get(uuid); at && path.length < folders.size; at = folders.get(textOf(at.folderUuid)))
    path.unshift(textOf(at.title));
  return path;
}
