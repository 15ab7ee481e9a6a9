/** Tables without a heading whose rows contain labels and values: Keeper's and Enpass's CSV. */
import { type Csv, parseCsv } from "../csv.ts";
import { Draft, expiryFrom } from "../draft.ts";
import type { Entry } from "../formats/format.ts";
import { lookUp } from "../formats/json.ts";
import type { Reader } from "../reader.ts";
import { withBrokenRows } from "./broken-rows.ts";
import { readEntries } from "./formats.ts";

interface LabelledFormat {
  readonly is: (rows: readonly Row[]) => boolean;
  /** The same, if the user chose this source. */
  readonly may: (rows: readonly Row[]) => boolean;
  /** Whether a row is the heading that some versions write. */
  readonly isHeading: (cells: Row) => boolean;
  readonly entry: (cells: Row) => Entry;
}
type Row = readonly string[];

export const labelledRowsReader: Reader = {
  open: (text) => {
    const { header, headerLine = 1, rows, errors }: Csv = parseCsv(text, { isRagged: true });
    const all: readonly Row[] = [header, ...rows.map(({ cells }) => cells)];
    if (header.length < 2) return null;
    return {
      fit: ({ format = "" }, isChosen) => {
        const known = lookUp(FORMATS, format);
        return known && (known.isHeading(header) || known.is(all) || (isChosen && known.may(all))) ? 1 : 0;
      },
      read: ({ format = "" }) => {
        const known = lookUp(FORMATS, format);
        if (!known) return null;
        const hasHeading = known.isHeading(header);
        const lines = [headerLine, ...rows.map(({ line }) => line)].slice(hasHeading ? 1 : 0);
        const reading = readEntries(all.slice(hasHeading ? 1 : 0).map(known.entry), (index) => lines[index] ?? 1);
        return withBrokenRows(reading, lines, errors);
      },
    };
  },
};

const isAddressOrNothing = (text: string): boolean =>
  text === "" || /^([a-z][a-z0-9+.-]*:\/\/\S+|[\w-]+(\.[\w-]+)+(\/\S*)?)$/i.test(text.trim());

const mayBeKeeper = (rows: readonly Row[]): boolean => rows.every((cells) => cells.length >= 6 && isAddressOrNothing(cells[4] ?? ""));

/** Folder, title, login, password, address, notes, shared folder, and then a name and a value for each further field. */
const keeper: LabelledFormat = {
  is: (rows) => mayBeKeeper(rows) && rows.some(([, , , password, url]) => password && url),
  may: (rows) => mayBeKeeper(rows),
  isHeading: ([folder = "", title = "", login = "", password = ""]) =>
    /^folder$/i.test(folder.trim()) &&
    /^title$/i.test(title.trim()) &&
    /^login$/i.test(login.trim()) &&
    /^password$/i.test(password.trim()),
  entry: ([folder = "", title = "", login = "", password = "", url = "", notes = "", shared = "", ...pairs]) => {
    const draft = new Draft();
    draft.name = title;
    const places = [folder, shared].filter(Boolean);
    draft.folder(...(places[0] ?? "").split("\\"));
    for (const other of places.slice(1)) draft.tag(other.replaceAll("\\", "/"));
    draft.set("username", login, "Login");
    draft.set("password", password, "Password");
    draft.url(url);
    draft.note(notes);
    for (const { label, value } of pairsOf(pairs)) {
      if (/^TFC:Keeper|^\$?oneTimeCode/i.test(label)) draft.code(value);
      else draft.extra(label.replace(/^\$?\w+:(?=.)/, ""), value);
    }
    return draft;
  },
};

const ENPASS_FIELD = /^\*?(user\s?name|password|url|e-?mail|website|totp|one-time code|cardholder|number|expiry date|login)$/i;

/** A row with only such cells is the heading of a table: entries contain addresses, passwords and mostly an empty note. */
const HEADING = /^\p{L}[\p{L}\p{N}_ '’.-]*$/u;
/** Adjacent field names are the heading of another program. */
const mayBeEnpass = (rows: readonly Row[]): boolean =>
  rows.every((cells) => cells.length % 2 === 0) && !ENPASS_FIELD.test(rows[0]?.[2]?.trim() ?? "");

/** Title, label and value of each field, and the note last. */
const enpass: LabelledFormat = {
  is: (rows) =>
    mayBeEnpass(rows) &&
    !(rows[0] ?? []).every((cell) => HEADING.test(cell)) &&
    rows.filter(([, first = ""]) => ENPASS_FIELD.test(first.trim())).length * 2 >= rows.length,
  may: (rows) => mayBeEnpass(rows),
  isHeading: ([title = "", field = ""]) => /^title$/i.test(title.trim()) && /^\*?field$/i.test(field.trim()),
  entry: (cells) => {
    const [title = "", ...rest] = cells;
    const hasNote = cells.length % 2 === 0;
    const pairs = pairsOf(hasNote ? rest.slice(0, -1) : rest);
    const names = pairs.map(({ label }) => label.toLowerCase());
    const isCard = ["cardholder", "number", "expiry date"].every((name) => names.includes(name));
    const draft = new Draft(isCard ? "card" : pairs.some(({ label }) => ENPASS_FIELD.test(label)) ? "password" : "note");
    draft.name = title;
    // A user name takes precedence over an email address, in any order.
    const user = pairs.find(({ label, value }) => /^user\s?name$/i.test(label) && value);
    if (user && !isCard) draft.set("username", user.value);
    for (const pair of pairs) if (pair !== user || isCard) readEnpassField(draft, pair);
    if (hasNote) draft.note(rest.at(-1) ?? "");
    return draft;
  },
};

const CARD_PLACES: Readonly<Record<string, string>> = {
  cardholder: "card_holder_name",
  number: "card_number",
  cvc: "cvv",
  cvv: "cvv",
  pin: "pin",
};

function readEnpassField(draft: Draft, { label, value }: Pair): void {
  const name = label.toLowerCase();
  const cardPlace = draft.kind === "card" ? lookUp(CARD_PLACES, name) : undefined;
  if (draft.kind === "card" && name === "expiry date") draft.set("expiration_date", expiryFrom(value) ?? value, label);
  else if (cardPlace && !draft.has(cardPlace)) draft.set(cardPlace, value, label);
  else if (draft.kind === "password" && /^password$/.test(name) && !draft.has("password")) draft.set("password", value, label);
  else if (draft.kind === "password" && /^(user\s?name|login|e-?mail)$/.test(name) && !draft.has("username"))
    draft.set("username", value, label);
  else if (draft.kind === "password" && /^(url|website)$/.test(name)) draft.url(value);
  else if (/^(totp|one-time code)$/.test(name)) draft.code(value, label);
  else draft.extra(label, value);
}

interface Pair {
  readonly label: string;
  readonly value: string;
}

/** Some versions mark secrets with a star. */
function pairsOf(cells: Row): Pair[] {
  const pairs: Pair[] = [];
  for (let at = 0; at < cells.length; at += 2)
    pairs.push({ label: (cells[at] ?? "").trim().replace(/^\*/, ""), value: cells[at + 1] ?? "" });
  return pairs.filter(({ value }) => value !== "");
}

const FORMATS: Readonly<Record<string, LabelledFormat>> = { keeperPairs: keeper, enpassPairs: enpass };
