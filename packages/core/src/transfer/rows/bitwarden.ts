/** Bitwarden's CSV, personal or of an organization. */
import { Draft } from "../draft.ts";
import { isYes } from "../formats/json.ts";
import type { RowReader } from "./row-reader.ts";

export const bitwardenRow: RowReader = (row) => {
  const type = row.take("type").trim().toLowerCase();
  const draft = new Draft(type === "note" || type === "securenote" ? "note" : "password");
  draft.name = row.take("name");
  const [place = "", ...others] = [row.take("folder"), ...row.take("collections").split(",")].filter((one) => one.trim());
  draft.folder(...place.split("/"));
  for (const other of others) draft.tag(other);
  draft.favourite = isYes(row.take("favorite"));
  draft.set("username", row.take("login_username"), "Username");
  draft.set("password", row.take("login_password"), "Password");
  for (const url of addressesIn(row.take("login_uri"))) draft.url(url);
  draft.code(row.take("login_totp"));
  draft.note(row.take("notes"));
  if (isYes(row.take("reprompt"))) draft.flag("Ask for the master password again", true);
  if (row.take("archivedDate")) draft.tag("Archived");
  for (const { label, value } of fieldsIn(row.take("fields"))) draft.extra(label, value);
  return draft;
};

/** A cell may contain several addresses separated by commas. An address may contain a comma too, so it is only split if every part looks like an address. */
export function addressesIn(cell: string): string[] {
  const parts = cell.split(/,(?=\s*[a-z][a-z0-9+.-]*:\/\/)/i);
  if (parts.length > 1) return parts;
  const hosts = cell.split(",");
  return hosts.every((part) => /^\s*[\w-]+(\.[\w-]+)+(:\d+)?(\/\S*)?\s*$/.test(part)) ? hosts : [cell];
}

/** "label: value" per line; a line without a label continues the previous one. */
export function fieldsIn(cell: string): { readonly label: string; readonly value: string }[] {
  const fields: { label: string; value: string }[] = [];
  for (const line of cell.split(/\r?\n/)) {
    const at = line.lastIndexOf(": ");
    const [label, value] = at > 0 ? [line.slice(0, at), line.slice(at + 2)] : /:$/.test(line) ? [line.slice(0, -1), ""] : ["", line];
    const before = fields.at(-1);
    if (label) fields.push({ label, value });
    else if (before) before.value += `\n${value}`;
    else fields.push({ label: "Field", value });
  }
  return fields.filter(({ value }) => value !== "");
}
