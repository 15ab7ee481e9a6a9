/** Normalizes page texts, so that a word is found in any spelling. */
import { keep } from "./keep.ts";

const SPECIAL: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Most names and many labels: a page has thousands, and the letters of all scripts are looked up slowly. */
const ASCII = /^[\0-\x7f]*$/;

/** Most names in the markup are one word, and most phrases of the tables a few. */
const PLAIN = /^(?:[a-z\d]+ )*[a-z\d]+$/;

/** Lower case, without accents and punctuation, single spaces between words. */
export const plain = (text: string): string => (text === "" ? text : keptPlain(text));

/** For texts that are not asked for again. */
export function plainOnce(text: string): string {
  if (text === "" || PLAIN.test(text)) return text;
  if (ASCII.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z\d]+/g, " ")
      .trim();
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u064b-\u0655]/g, "")
    .normalize("NFC")
    .replace(/[ßøłæœđı]/g, (letter) => SPECIAL[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const keptPlain = keep(plainOnce);

/** Splits a markup name into words: `billingAddress[postal_code]` is "billing address postal code". */
export const plainName = (name: string): string => (name === "" ? "" : splitName(name));

const splitName = keep((name) => plain(ONE_WORD.test(name) ? name.replace(PREFIX, "$& ") : split(withoutMachineNames(name))));

/** A machine made it: letters and digits by turns. Pieces of it would read like words. */
const withoutMachineNames = (name: string): string => name.replace(/[\p{L}\d]{12,}/gu, (word) => (TURNS.test(word) ? " " : word));
const TURNS = /(?:\p{L}+\d+){4}/u;

/** Letters of one case alone: nothing in it begins a word. */
const ONE_WORD = /^[a-z]+$/;
const PREFIX = /^(?:txt|tbx|inp|fld|ddl)(?=\p{Ll}{3})/u;

const split = (name: string): string =>
  name
    .replace(PREFIX, "$& ")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/(\d)(\p{L})/gu, "$1 $2");
