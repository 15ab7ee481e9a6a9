/** The telephone codes of countries in what a list says: "Germany (+49)", "1. Albania +355", "Bermuda (+1-441)", "+1 809, +1 829". */

/** Digits that belong together: what follows a code is a part of it, which other countries with the same code have not. */
const DIGITS = /\d+(?:[\s-]\(?\d+\)?)*/g;

/** @returns each in digits alone; where there is a "+", what is before it is none */
export function codesIn(text: string): string[] {
  const said = text.replace("(0)", "");
  const found = said.slice(Math.max(said.indexOf("+"), 0)).match(DIGITS) ?? [];
  return found.map((digits) => digits.replace(/\D/g, "").replace(/^0+/, ""));
}
