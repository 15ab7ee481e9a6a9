/** 1Password's 1pux: the file `export.data` of the archive, or that file alone. */
import { Draft } from "../draft.ts";
import type { Entry, Format } from "./format.ts";
import { isRecord, type Json, keepRest, listOf, recordOf, recordsOf, textOf, timeOf } from "./json.ts";
import { kindOfCategory, readField, readTimes } from "./onepassword-fields.ts";

export const onePux: Format<unknown> = {
  is: (file) => isRecord(file) && Array.isArray(file.accounts) && recordsOf(file.accounts).every(({ vaults }) => Array.isArray(vaults)),
  entries: (file) =>
    recordsOf(recordOf(file).accounts).flatMap(({ vaults }) =>
      recordsOf(vaults).flatMap(({ attrs, items }) => listOf(items).map((item) => entryOf(item, textOf(recordOf(attrs).name)))),
    ),
};

function entryOf(entry: unknown, vault: string): Entry {
  if (!isRecord(entry)) return { refused: "This entry is not written as 1Password writes one." };
  // Earlier versions have one more level around it.
  const item = isRecord(entry.item) ? entry.item : entry;
  const [details, overview] = [recordOf(item.details), recordOf(item.overview)];
  const draft = new Draft(kindOfCategory(textOf(item.categoryUuid)));
  draft.name = textOf(overview.title);
  draft.folder(vault);
  draft.favourite = textOf(item.favIndex) !== "" && item.favIndex !== 0 && item.favIndex !== "0";
  readState(draft, item);
  for (const tag of listOf(overview.tags)) draft.tag(textOf(tag));
  readAddresses(draft, overview);
  for (const field of recordsOf(details.loginFields)) readLoginField(draft, field);
  draft.set("password", textOf(details.password), "Password");
  readSections(draft, details);
  draft.note(textOf(details.notesPlain));
  for (const { value, time } of recordsOf(details.passwordHistory)) draft.past(textOf(value), timeOf(time));
  const { fileName } = recordOf(details.documentAttributes);
  if (fileName) draft.attachment(textOf(fileName));
  readTimes(draft, item);
  keepRest(draft, details, [
    "loginFields",
    "notesPlain",
    "sections",
    "passwordHistory",
    "password",
    "documentAttributes",
    "htmlMethod",
    "htmlAction",
    "htmlName",
    "htmlId",
  ]);
  return draft;
}

function readState(draft: Draft, { state, trashed }: Json): void {
  if (state === "archived") draft.tag("Archived");
  if (trashed === true || trashed === "Y" || state === "trashed" || state === "deleted") draft.tag("Trash");
}

function readAddresses(draft: Draft, { url, urls }: Json): void {
  const addresses = [url, ...recordsOf(urls).map((one) => one.url)].map(textOf);
  for (const address of addresses) draft.url(address);
}

function readLoginField(draft: Draft, { value, designation, name, id, fieldType, type }: Json): void {
  const text = textOf(value);
  const label = textOf(name) || textOf(id);
  if (designation === "username" || designation === "password") {
    draft.set(designation, text, label || designation);
    return;
  }
  const kind = textOf(fieldType) || textOf(type);
  // Buttons and checkboxes of the page where the login was saved contain no user data.
  if (/^(I|S|B|C|submit|button|checkbox)$/i.test(kind) && /^(✓|on|submit|)$/i.test(text)) return;
  draft.extra(label, text, kind === "P" ? "hidden" : "by-label");
}

function readSections(draft: Draft, { sections }: Json): void {
  for (const { title, fields } of recordsOf(sections)) {
    for (const { title: label, id, value } of recordsOf(fields)) {
      const [type = "string", content] = Object.entries(recordOf(value))[0] ?? [];
      readField(draft, { id: textOf(id), label: textOf(label), type, value: content, section: textOf(title) });
    }
  }
}
