/** Programs of the KeePass family, and Passbolt, whose CSV has the same columns. */
import { Draft } from "../draft.ts";
import { timeOf } from "../formats/json.ts";
import type { RowReader } from "./row-reader.ts";

/** The outermost group is the database itself. */
const withoutRoot = (path: string): string => path.replace(/^\/?Root(\/|$)/, "");

export const keePassXc: RowReader = (row) => {
  const draft = new Draft();
  draft.folder(...withoutRoot(row.take("Group", "folder_parent_path")).split("/"));
  draft.name = row.take("Title", "name");
  draft.set("username", row.take("Username", "User Name"), "Username");
  draft.set("password", row.take("Password"), "Password");
  draft.url(row.take("URL", "uri"));
  draft.note(row.take("Notes", "description"));
  draft.code(row.take("TOTP"));
  for (const tag of row.take("Tags").split(/[;,]/)) draft.tag(tag);
  draft.date("updatedAt", timeOf(row.take("Last Modified")));
  draft.date("createdAt", timeOf(row.take("Created")));
  return draft;
};

export const keePass1: RowReader = (row) => {
  const draft = new Draft();
  draft.name = row.take("Account", "Title");
  draft.set("username", row.take("Login Name", "User Name"), "Login Name");
  draft.set("password", row.take("Password"), "Password");
  draft.url(row.take("Web Site", "URL"));
  draft.note(row.take("Comments", "Notes"));
  draft.folder(row.take("Group Tree", "Group"));
  return draft;
};
