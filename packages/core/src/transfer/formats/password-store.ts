/** pass, the password store: one text file per entry with the password in the first line; its folders become vaults. */
import { Draft } from "../draft.ts";
import type { FilePart } from "../file-parts.ts";
import type { Entry } from "./format.ts";

const USER = /^(user\s?name|user|login|email|e-mail)$/i;
const ADDRESS = /^(url|website|site|link|uri)$/i;
const CODE = /^otpauth:\/\//i;

/** @returns one entry per file, with any content. */
export const storeEntries = (parts: readonly FilePart[]): Entry[] => {
  const paths = parts.map(({ name }) => name.split("/").filter((part) => part !== "" && part !== "."));
  // A folder that contains everything is the store itself.
  const [first = []] = paths;
  const root =
    paths.length > 0 &&
    paths.every((path) => path.length > 1 && path[0] === first[0] && /password-store|^\.?(pass(words?)?|store)$/i.test(path[0] ?? ""))
      ? 1
      : 0;
  return parts.map(({ text }, index) => draftOf(text, (paths[index] ?? []).slice(root)));
};

function draftOf(text: string, path: readonly string[]): Draft {
  const draft = new Draft();
  draft.name = (path.at(-1) ?? "").replace(/\.txt$/i, "");
  draft.folder(...path.slice(0, -1));
  const [password = "", ...lines] = text.split(/\r?\n/);
  draft.set("password", password, "Password");
  const notes: string[] = [];
  for (const line of lines) {
    const [, label = "", value = ""] = /^([^:\s][^:]{0,60}):\s?(.*)$/.exec(line) ?? [];
    if (CODE.test(line.trim())) draft.code(line.trim());
    else if (!label || line.includes("://") !== /^\s?.*:\s.*:\/\//.test(line)) notes.push(line);
    else if (USER.test(label.trim())) draft.set("username", value, label);
    else if (ADDRESS.test(label.trim())) draft.url(value);
    else if (/^(otpauth|totp|otp)$/i.test(label.trim())) draft.code(value, label);
    else draft.extra(label, value);
  }
  draft.note(notes.join("\n").replace(/^\n+|\n+$/g, ""));
  return draft;
}
