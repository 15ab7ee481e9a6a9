/** Programs whose rows need little more than a mapping of columns. */
import type { KindName } from "../../items/kinds.ts";
import { Draft } from "../draft.ts";
import { isRecord, isYes, lookUp, timeOf } from "../formats/json.ts";
import { readContent } from "../formats/proton.ts";
import { addressesIn, fieldsIn } from "./bitwarden.ts";
import type { NamedRow } from "./named-row.ts";
import type { RowReader } from "./row-reader.ts";

const PROTON_KINDS = { note: "note", alias: "note", creditCard: "card", identity: "personal" } as const;

export const protonRow: RowReader = (row) => {
  const type = row.take("type");
  const draft = new Draft(lookUp<KindName>(PROTON_KINDS, type) ?? "password");
  draft.name = row.take("name");
  draft.folder(row.take("vault"));
  const [user, email] = [row.take("username"), row.take("email")];
  draft.set("username", user, "Username");
  draft.set("username", email, "Email");
  draft.set("password", row.take("password"), "Password");
  for (const url of addressesIn(row.take("url"))) draft.url(url);
  draft.code(row.take("totp"));
  readProtonNote(draft, type, row.take("note"));
  draft.date("createdAt", timeOf(row.take("createTime")));
  draft.date("updatedAt", timeOf(row.take("modifyTime")));
  return draft;
};

/** Cards and persons are stored as JSON in the notes column. */
function readProtonNote(draft: Draft, type: string, note: string): void {
  const content = type === "creditCard" || type === "identity" ? parsed(note) : null;
  if (!isRecord(content)) {
    draft.note(note);
    return;
  }
  const { note: text, ...rest } = content;
  if (typeof text === "string") draft.note(text);
  readContent(draft, type, rest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // plain text
  }
}

export const roboForm: RowReader = (row) => {
  const [login, password, url] = [row.take("Login"), row.take("Pwd"), row.take("Url")];
  const match = row.take("MatchUrl");
  const cells = [...row.takeAll("RfFieldsV2"), ...row.takeAll("Rf_fields"), ...row.takeAll("")].map(ofSecondForm);
  const draft = new Draft(login || password || url || cells.length > 0 ? "password" : "note");
  draft.name = row.take("Name").replace(/^@/, "");
  draft.folder(...row.take("Folder").split("/"));
  draft.url(url);
  draft.url(match);
  draft.set("username", unquoted(login, cells), "Login");
  draft.set("password", unquoted(password, cells), "Password");
  draft.note(row.take("Note"));
  for (const cell of cells) readRoboField(draft, cell, [unquoted(login, cells), unquoted(password, cells)]);
  return draft;
};

/**
 * RoboForm writes an apostrophe before values that a spreadsheet would treat as a formula ("'@secret"), but not in its repeated fields: only if one of them
 * has the value without it, the apostrophe is not part of the value.
 */
const unquoted = (value: string, cells: readonly string[]): string =>
  value.startsWith("'") && cells.some((cell) => cell.split(",").slice(4).join(",") === value.slice(1)) ? value.slice(1) : value;

/** Converts "User ID$:txt:ann" of older versions to the newer form. */
const ofSecondForm = (cell: string): string => cell.replace(/^([^,:]*\$?):([a-z]+):/, "$1,,,$2,");

/** "User ID$,,,txt,ann": label, three settings, and value. Login and password are repeated there. */
function readRoboField(draft: Draft, cell: string, known: readonly string[]): void {
  const [label = "", , , type = "", ...value] = cell.split(",");
  const text = value.join(",");
  if (value.length === 0) {
    draft.extra("RfFieldsV2", cell);
    return;
  }
  if (known.includes(text)) return;
  const name = label.replace(/\$$/, "");
  if (/totp|2fa|otp/i.test(name)) draft.code(text, name);
  else draft.extra(name, text, type === "pwd" ? "hidden" : "by-label");
}

export const zoho: RowReader = (row) => {
  const draft = new Draft();
  draft.name = row.take("Password Name", "Secret Name");
  for (const url of addressesIn(row.take("Password URL", "Secret URL"))) draft.url(url);
  draft.note(row.take("Notes"));
  draft.extra("Description", row.take("Description"), "shown");
  const [chamber = "", ...others] = row.take("Folder Name", "ChamberName", "Chamber Name").split("\n");
  draft.folder(...chamber.split("/"));
  for (const tag of [...row.take("Tags").split(","), ...others]) draft.tag(tag);
  draft.set("username", row.take("User Name"), "User Name");
  draft.set("password", row.take("Password"), "Password");
  draft.favourite = isYes(row.take("Favorite"));
  draft.code(row.take("login_totp", "TOTP"));
  for (const name of ["Secret Data", "SecretData", "Custom Data", "CustomData"])
    for (const line of row.take(name).split(/\r?\n/)) readZohoLine(draft, line);
  return draft;
};

function readZohoLine(draft: Draft, line: string): void {
  const [, label = "", value = ""] = /^([^:]+):(.*)$/.exec(line) ?? ["", "Secret", line];
  if (/^secret\s?type$/i.test(label)) return;
  if (/^(user\s?name|login|user)$/i.test(label.trim())) draft.set("username", value, label);
  else if (/^password$/i.test(label.trim())) draft.set("password", value, label);
  else draft.extra(label, value);
}

/** Padloc names each column after its field. */
export const padloc: RowReader = (row) => {
  const [user, password] = [row.take("username", "user name", "login", "user", "email"), row.take("password")];
  const urls = ["url", "website", "url 2", "address"].map((name) => row.take(name));
  const text = row.take("notes", "note", "text");
  const draft = new Draft(user || password || urls.some(Boolean) || !text ? "password" : "note");
  draft.name = row.take("name", "title");
  for (const tag of row.take("tags", "category").split(",")) draft.tag(tag);
  draft.folder(row.take("vault"));
  draft.set("username", user, "Username");
  draft.set("password", password, "Password");
  for (const url of urls) draft.url(url);
  draft.note(text);
  draft.code(row.take("one-time password", "totp", "otp", "2fa"));
  return draft;
};

interface Group {
  readonly name: string;
  readonly parent: string;
}

const groupsOf = new WeakMap<readonly NamedRow[], ReadonlyMap<string, Group>>();

/** Names from the outermost group to this one; in newer versions only the group's own row has its parent. */
function groupPath(id: string, all: readonly NamedRow[]): string[] {
  const groups =
    groupsOf.get(all) ??
    new Map(
      all
        .filter((row) => /^group$/i.test(row.see("!type")))
        .map((row) => [row.see("!group_id"), { name: row.see("!group_name"), parent: row.see("!group_parent") }]),
    );
  groupsOf.set(all, groups);
  const path: string[] = [];
  for (let at = groups.get(id); at && path.length < groups.size; at = groups.get(at.parent)) path.unshift(at.name);
  return path;
}

/** Buttercup's groups have their own rows; an entry has the name of its group, or only its id. */
export const buttercup: RowReader = (row, all) => {
  const path = groupPath(row.see("!group_id"), all);
  // Some versions contain the group twice.
  const [group = ""] = row.takeAll("!group_name");
  for (const name of ["!group_id", "!group_parent"]) row.takeAll(name);
  const isMarker = row.see("title") === "--" && !row.has("username") && !row.has("password");
  if (/^group$/i.test(row.take("!type")) || isMarker)
    return { refused: `This line is Buttercup's group "${group}"; groups are made by the items in them.` };
  const draft = new Draft();
  draft.name = row.take("title");
  draft.folder(...(path.length > 0 ? path : group.split("/")));
  draft.set("username", row.take("username"), "Username");
  draft.set("password", row.take("password"), "Password");
  for (const name of ["URL", "Website", "Site"]) draft.url(row.take(name));
  draft.note(row.take("Notes", "Note"));
  draft.code(row.take("OTP", "TOTP", "otpURI"));
  return draft;
};

/** The columns of pass-import, and of scripts that export password-store as a table. */
export const passRow: RowReader = (row) => {
  const draft = new Draft();
  const path = [...row.take("group", "path", "folder").split("/"), ...row.take("title", "name").split("/")].filter(Boolean);
  draft.name = path.at(-1) ?? "";
  draft.folder(...path.slice(0, -1));
  draft.set("password", row.take("password"), "Password");
  draft.set("username", row.take("login", "username", "user"), "Login");
  draft.url(row.take("url"));
  draft.note(row.take("comments", "notes", "comment"));
  draft.code(row.take("otpauth", "totp"));
  return draft;
};

export const safeInCloudRow: RowReader = (row) => readPlain(row, { user: ["Login"], url: ["Website", "Web Site", "URL"] });

interface PlainColumns {
  readonly user: readonly string[];
  readonly url: readonly string[];
}

function readPlain(row: NamedRow, { user, url }: PlainColumns): Draft {
  const draft = new Draft();
  draft.name = row.take("Title", "Name");
  draft.set("username", row.take(...user), "Login");
  draft.set("password", row.take("Password"), "Password");
  draft.url(row.take(...url));
  draft.note(row.take("Notes"));
  for (const { label, value } of fieldsIn(row.take("Fields"))) draft.extra(label, value);
  return draft;
}
