/** SafeInCloud's XML: cards with typed fields, and labels. */
import type { KindName } from "../../items/kinds.ts";
import { Draft, expiryFrom } from "../draft.ts";
import { childrenOf, type XmlElement } from "../xml.ts";
import type { Entry, Format } from "./format.ts";
import { isRecord, type Json, textOf, timeOf } from "./json.ts";

export const safeInCloud: Format<XmlElement> = {
  is: (file) => file.name === "database" && childrenOf(file, "card").length > 0,
  entries: (file) => {
    const labels = new Map(childrenOf(file, "label").map(({ attributes: { id = "", name = "" } }) => [id, name]));
    return childrenOf(file, "card")
      .filter(({ attributes }) => attributes.template !== "true")
      .map((card): Entry => draftOf(card, labels));
  },
};

function draftOf(card: XmlElement, labels: ReadonlyMap<string, string>): Draft {
  const { title = "", star, deleted, archived, type: cardType, time_stamp: stamp } = card.attributes;
  const fields = childrenOf(card, "field");
  const draft = new Draft(kindOf(fields, cardType));
  draft.name = title;
  draft.favourite = star === "true";
  const [place = "", ...others] = childrenOf(card, "label_id")
    .map(({ text }) => labels.get(text.trim()) ?? "")
    .filter(Boolean);
  draft.folder(...place.split("/"));
  for (const other of others) draft.tag(other);
  if (deleted === "true") draft.tag("Trash");
  if (archived === "true") draft.tag("Archived");
  for (const field of fields) readField(draft, field);
  for (const { text } of childrenOf(card, "notes")) draft.note(text);
  for (const { attributes } of childrenOf(card, "file")) draft.attachment(attributes.name ?? "file");
  for (const [index] of childrenOf(card, "image").entries()) draft.attachment(`image ${index + 1}`);
  draft.date("updatedAt", timeOf(stamp));
  return draft;
}

const typeOf = ({ attributes }: XmlElement): string => (attributes.type ?? "").toLowerCase();

function kindOf(fields: readonly XmlElement[], cardType: string | undefined): KindName {
  const has = (type: string): boolean => fields.some((field) => typeOf(field) === type && field.text !== "");
  if (cardType === "note") return "note";
  if (has("expiry") && fields.some((field) => isCardNumber(field) && field.text.trim() !== "")) return "card";
  return has("login") || has("password") || has("website") ? "password" : "note";
}

const isCardNumber = (field: XmlElement): boolean =>
  typeOf(field) === "number" && /number|nummer|num[eé]ro|n[uú]mero|card/i.test(field.attributes.name ?? "");

function readField(draft: Draft, field: XmlElement): void {
  const { name = "" } = field.attributes;
  const [type, value] = [typeOf(field), field.text];
  const isLogin = draft.kind === "password";
  if (type === "one_time_password") draft.code(value, name);
  else if (type === "website" && isLogin) draft.url(value);
  else if (type === "password" && isLogin && !draft.has("password")) draft.set("password", value, name);
  else if (type === "login" && isLogin && !draft.has("username")) draft.set("username", value, name);
  else if (type === "expiry" && draft.kind === "card") draft.set("expiration_date", expiryFrom(value) ?? value, name);
  else if (draft.kind === "card" && placeOnCard(name, field)) draft.set(placeOnCard(name, field) ?? "", value, name);
  else draft.extra(name, value, /^(password|secret|pin)$/.test(type) ? "hidden" : "by-label");
  readHistory(draft, field, isLogin && type === "password");
}

function placeOnCard(name: string, field: XmlElement): string | null {
  if (/owner|holder|name on/i.test(name)) return "card_holder_name";
  if (/cvv|cvc|security code/i.test(name)) return "cvv";
  if (typeOf(field) === "pin" || /^pin$/i.test(name)) return "pin";
  return isCardNumber(field) ? "card_number" : null;
}

interface Past {
  readonly value: string;
  readonly at: number | undefined;
}

/** Previous values: `{"1615910350891":"old"}`, or lines with a time and a value. */
function pastOf(history: string): Past[] {
  const json = jsonOf(history);
  if (json) return Object.entries(json).map(([at, value]) => ({ value: textOf(value), at: timeOf(at) }));
  return history
    .split("\n")
    .map((line) => ({ value: line.replace(/^\d{10,13}[ \t]/, ""), at: timeOf(/^(\d{10,13})[ \t]/.exec(line)?.[1] ?? "") }));
}

function jsonOf(text: string): Json | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : null;
  } catch {
    return null; // a value that only looks like JSON
  }
}

function readHistory(draft: Draft, field: XmlElement, isPassword: boolean): void {
  const { history = "", name = "" } = field.attributes;
  if (history.trim() === "") return;
  for (const { value, at } of pastOf(history))
    if (isPassword) draft.past(value, at);
    else draft.extra(`${name} (earlier)`, value, "hidden");
}
