/** LastPass: logins, and secure notes whose text is a form. */
import { Draft } from "../draft.ts";
import { isYes } from "../formats/json.ts";
import { readForm } from "./lastpass-form.ts";
import type { RowReader } from "./row-reader.ts";

/** The placeholder address of secure notes and empty folders. */
const NOTE_ADDRESS = /^https?:\/\/sn\/?$/i;
const FOLDER_ADDRESS = /^https?:\/\/group\/?$/i;
/** The placeholder for a login without an address. */
const NO_ADDRESS = /^https?:\/\/$/i;
const FORM = /^NoteType:/;

export const lastPass: RowReader = (row) => {
  const [url, name, extra] = [row.take("url"), row.take("name"), row.take("extra")];
  const [username, password] = [row.take("username"), row.take("password")];
  if (FOLDER_ADDRESS.test(url.trim()) && !username && !password)
    return { refused: "This line is an empty folder of LastPass; folders are made by the items in them." };
  const isForm = FORM.test(extra);
  const draft = isForm ? readForm(extra) : new Draft(NOTE_ADDRESS.test(url.trim()) ? "note" : "password");
  draft.name = name;
  draft.folder(...row.take("grouping").split("\\"));
  draft.favourite = isYes(row.take("fav"));
  if (!NOTE_ADDRESS.test(url.trim()) && !NO_ADDRESS.test(url.trim())) draft.url(url);
  draft.set("username", username, "Username");
  draft.set("password", password, "Password");
  if (!isForm) draft.note(extra);
  draft.code(row.take("totp"));
  return draft;
};
