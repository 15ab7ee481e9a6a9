/** The numbers in what a list says, as those of months and the telephone codes of countries: "04 - April", "Germany (+49)", "1. Albania +355", "+1 809, +1 829". */

/**
 * Digits that belong together: what follows a code ("+1-441", "+1 (441)") is a part of it, which other countries with the same code have not. Not "+44 (0)", nor
 * "2027 (27)".
 */
const DIGITS = /\d+([\s-]\d+| \(\d{3})*/g;

/** @returns each in digits alone; where there is a "+", what is before it is none */
export const numbersIn = (text: string): string[] =>
  (text.replace(/^[^+]*\+/, "").match(DIGITS) ?? []).map((digits) => digits.replace(/\D|^0+/g, ""));
