/** Brings what pages write into one shape, so that a word is found however it is written. */

const SPECIAL: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Lower case, without accents, one space between words and nothing else between them. */
export function plain(text: string): string {
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

/** The words of a name that a program gave: `billingAddress[postal_code]` is "billing address postal code". */
export const plainName = (name: string): string =>
  plain(
    name
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .replace(/(\p{L})(\d)/gu, "$1 $2")
      .replace(/(\d)(\p{L})/gu, "$1 $2"),
  );
