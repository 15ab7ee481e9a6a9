/** Classes of characters in a shown secret, so that 0 and O, 1 and l are told apart. */

type CharacterClass = "letter" | "digit" | "symbol";

export function characterClass(character: string): CharacterClass {
  if (/\p{Nd}/u.test(character)) return "digit";
  return /[\p{L}\p{M}\s]/u.test(character) ? "letter" : "symbol";
}
