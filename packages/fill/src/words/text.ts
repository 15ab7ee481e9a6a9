/** Normalizes page texts, so that a word is found in any spelling. */

const SPECIAL: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Most names and many labels: a page has thousands, and the letters of all scripts are looked up slowly. */
const ASCII = /^[\0-\x7f]*$/;

/** Lower case, without accents and punctuation, single spaces between words. */
export function plain(text: string): string {
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

/** Splits a markup name into words: `billingAddress[postal_code]` is "billing address postal code". */
export const plainName = (name: string): string =>
  plain(
    name
      .replace(/^(?:txt|tbx|inp|fld|ddl)(?=\p{Ll}{3})/u, "$& ")
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .replace(/(\p{L})(\d)/gu, "$1 $2")
      .replace(/(\d)(\p{L})/gu, "$1 $2"),
  );
