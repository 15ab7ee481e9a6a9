/** Programs of the KeePass family, and Passbolt, whose CSV has the same columns. */
import { Draft } from "../draft.ts";
import { timeOf } from "../formats/json.ts";
import type { NamedRow } from "./named-row.ts";
import type { RowReader } from "./row-reader.ts";

/** What KeePassXC calls the outermost group, which is the database itself: formerly "Root", now "Passwords" in the user's language. */
const ROOT =
  /^(Root|Passwords|Passwörter|Kennwörter|Mots de passe|Contraseñas|Wachtwoorden|Lösenord|Adgangskoder|Passord|Salasanat|Hasła|Hesla|Jelszavak|Senhas|Palavras-passe|Parole|Пароли|Паролі|Parolalar|パスワード|密码|密碼|비밀번호)$/i;
const groupOf = (row: NamedRow): string[] => {
  const path = row.see("Group") || row.see("folder_parent_path");
  return path.split("/").filter((part, index) => part !== "" || index > 0);
};

const roots = new WeakMap<readonly NamedRow[], string | null>();

/** Its name, if every row is in it. */
function rootOf(all: readonly NamedRow[]): string | null {
  const known = roots.get(all);
  if (known !== undefined) return known;
  const [first = ""] = all[0] ? groupOf(all[0]) : [];
  const root = ROOT.test(first) && all.every((row) => groupOf(row)[0] === first) ? first : null;
  roots.set(all, root);
  return root;
}

export const keePassXc: RowReader = (row, all) => {
  const draft = new Draft();
  const root = rootOf(all);
  const [first = "", ...path] = groupOf(row);
  row.take("Group", "folder_parent_path");
  draft.folder(...(first === root || first === "Root" ? path : [first, ...path]));
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
