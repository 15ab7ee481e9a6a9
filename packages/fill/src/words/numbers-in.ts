/** The numbers in what a list says, as those of months and the telephone codes of countries: "04 - April", "Germany (+49)", "1. Albania +355", "+1 809, +1 829", "+1 (441)". */

/** Digits that belong together: what follows a code ("+1-441") is a part of it, which other countries with the same code have not. */
const DIGITS = /\d+(?:[\s-]\d+)*/g;
/** In brackets as well, where there is a "+": but for a 0, which people leave out. Years are "2027 (27)". */
const CODES = /\d+(?:[\s-]\d+|\s?\([1-9]\d*\))*/g;

/** @returns each in digits alone; where there is a "+", what is before it is none */
export const numbersIn = (text: string): string[] =>
  (text.replace(/^[^+]*\+/, "").match(text.includes("+") ? CODES : DIGITS) ?? []).map((digits) => digits.replace(/\D|^0+/g, ""));
