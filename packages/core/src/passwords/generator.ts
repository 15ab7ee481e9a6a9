/** Random passwords and PINs. Randomness is an argument; every draw is fair (pick.ts). Word-based ones are in passphrase.ts, because of the weight of the list. */
import { createPicker, type Random } from "./random-picker.ts";
import { STRENGTH_SYMBOLS } from "./strength.ts";

export interface GeneratorOptions {
  readonly length: number;
  readonly lowercase: boolean;
  readonly uppercase: boolean;
  readonly numbers: boolean;
  readonly symbols: boolean;
  /** Leaves out `Il1O0|`. */
  readonly avoidLookAlikes?: boolean;
  readonly minNumbers?: number;
  readonly minSymbols?: number;
}

/** Specification 2 §5. */
export const DEFAULT_GENERATOR: GeneratorOptions = { length: 16, lowercase: true, uppercase: true, numbers: true, symbols: true };
/** Decision V-24. */
export const PASSWORD_LENGTH = { min: 8, max: 64 } as const;
/** Fewest digits or symbols one may ask for. */
export const MINIMUM_COUNT = { min: 0, max: 9 } as const;
/** Design, experience §4.4. */
export const PIN_LENGTH = { min: 3, max: 12, fallback: 6 } as const;

export const GENERATOR_SYMBOLS = "!#$%^&*()_+";
const LOOK_ALIKES = "Il1O0|";
const DIGITS = "0123456789";

/** The sets, and how many of each there are at least. */
const SETS = [
  { name: "lowercase", characters: "abcdefghijklmnopqrstuvwxyz", minimum: () => 1 },
  { name: "uppercase", characters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", minimum: () => 1 },
  {
    name: "numbers",
    characters: DIGITS,
    minimum: ({ minNumbers = 1 }: GeneratorOptions) => within(minNumbers, { min: 1, max: MINIMUM_COUNT.max }),
  },
  {
    name: "symbols",
    characters: GENERATOR_SYMBOLS,
    minimum: ({ minSymbols = 1 }: GeneratorOptions) => within(minSymbols, { min: 1, max: MINIMUM_COUNT.max }),
  },
] as const;

/**
 * A password with at least one character of every chosen set; among its symbols at least one that the meter counts (decision S-12).
 * Drawn evenly from all that may be, and drawn again until it holds what it must, so that no character is rarer for what is guaranteed;
 * only where more than one digit or symbol is asked for are so many set aside first. The length is brought within its bounds.
 * @returns "" when no set is chosen.
 */
export function generatePassword(options: GeneratorOptions, random: Random): string {
  const pick = createPicker(random);
  const sets = chosenSets(options);
  if (sets.length === 0) return "";
  const alphabet = sets.map(({ characters }) => characters).join("");
  const asked = sets.flatMap(({ characters, minimum }) => Array.from({ length: minimum > 1 ? minimum : 0 }, () => characters));
  const least = sets.reduce((sum, { minimum }) => sum + minimum, 0);
  const length = Math.max(within(options.length, PASSWORD_LENGTH), least);
  const places = [...asked, ...Array.from({ length: length - asked.length }, () => alphabet)];
  for (;;) {
    const drawn = places.map((characters) => pick.one(characters));
    if (sets.every(({ guaranteed }) => drawn.some((character) => guaranteed.includes(character)))) return pick.shuffle(drawn).join("");
  }
}

/** Bits of such a password whose maker an attacker knows; that some sets are sure to be in it makes it a little less. 0 when no set is chosen. */
export function passwordBits(options: GeneratorOptions): number {
  const characters = chosenSets(options).reduce((count, set) => count + set.characters.length, 0);
  return characters === 0 ? 0 : within(options.length, PASSWORD_LENGTH) * Math.log2(characters);
}

interface ChosenSet {
  readonly characters: string;
  /** One of these is in every password. */
  readonly guaranteed: string;
  readonly minimum: number;
}

function chosenSets(options: GeneratorOptions): ChosenSet[] {
  return SETS.filter(({ name }) => options[name]).map(({ characters: all, minimum }) => {
    const characters = options.avoidLookAlikes ? without(all, LOOK_ALIKES) : all;
    return { characters, guaranteed: countedByMeter(characters), minimum: minimum(options) };
  });
}

/** @param length - 3 to 12; brought within. */
export function generatePin({ length = PIN_LENGTH.fallback }: { length?: number }, random: Random): string {
  const pick = createPicker(random);
  return Array.from({ length: within(length, PIN_LENGTH) }, () => pick.one(DIGITS)).join("");
}

/** The whole number nearest to what was asked for that is within the bounds. */
export const within = (asked: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, Math.round(asked) || min));

const without = (characters: string, unwanted: string): string =>
  Array.from(characters)
    .filter((character) => !unwanted.includes(character))
    .join("");

/** Of a set of symbols those the strength meter counts; other sets as they are. */
function countedByMeter(characters: string): string {
  const counted = Array.from(characters)
    .filter((character) => STRENGTH_SYMBOLS.includes(character))
    .join("");
  return counted || characters;
}
