/** The XML of KeePass 1 (a list of entries, each with the path of its group) and of KeePassX (groups in groups). */
import { Draft } from "../draft.ts";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml.ts";
import type { Format } from "./format.ts";
import { timeOf } from "./json.ts";

interface Words {
  readonly notes: string;
  readonly created: string;
  readonly changed: string;
  readonly ends: string;
}

function draftOf(entry: XmlElement, path: readonly string[], words: Words): Draft {
  const draft = new Draft();
  draft.name = textIn(entry, "title");
  draft.folder(...path);
  draft.set("username", textIn(entry, "username"), "Username");
  draft.set("password", textIn(entry, "password"), "Password");
  draft.url(textIn(entry, "url"));
  draft.note(textIn(entry, words.notes));
  for (const name of ["attachdesc", "bindesc"]) if (textIn(entry, name)) draft.attachment(textIn(entry, name));
  draft.date("createdAt", timeOf(textIn(entry, words.created)));
  draft.date("updatedAt", timeOf(textIn(entry, words.changed)));
  const end = childOf(entry, words.ends);
  if (end && end.attributes.expires !== "false" && /^\d{4}-/.test(end.text) && !/^(2999|28|29)/.test(end.text))
    draft.extra("Expires", end.text.slice(0, 10), "shown");
  return draft;
}

const FIRST: Words = { notes: "notes", created: "creationtime", changed: "lastmodtime", ends: "expiretime" };
const X: Words = { notes: "comment", created: "creation", changed: "lastmod", ends: "expire" };

/** The path of a group is in an attribute, its own name in the element. */
const pathOf = (group: XmlElement | undefined): string[] => [...(group?.attributes.tree ?? "").split("\\"), group?.text ?? ""];

function* entriesBelow(group: XmlElement, path: readonly string[]): Generator<Draft> {
  for (const entry of childrenOf(group, "entry")) yield draftOf(entry, path, X);
  for (const below of childrenOf(group, "group")) yield* entriesBelow(below, [...path, textIn(below, "title")]);
}

export const keepassOld: Format<XmlElement> = {
  is: (file) => file.name === "pwlist" || (file.name === "database" && childrenOf(file, "group").length > 0),
  entries: (file) =>
    file.name === "pwlist"
      ? childrenOf(file, "pwentry").map((entry) => draftOf(entry, pathOf(childOf(entry, "group")), FIRST))
      : [...entriesBelow(file, [])],
};
