/** Random passwords and PINs. Randomness is an argument; every choice is uniform (random-picker.ts). Word-based ones are in passphrase.ts, because of the size of the word list. */
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
/** Range for the minimum number of digits or symbols. */
export const MINIMUM_COUNT = { min: 0, max: 9 } as const;
/** Design, experience §4.4. */
export const PIN_LENGTH = { min: 3, max: 12, fallback: 6 } as const;

export const GENERATOR_SYMBOLS = "!#$%^&*()_+";
const LOOK_ALIKES = "Il1O0|";
const DIGITS = "0123456789";

/** The character sets, and the minimum number of characters from each. */
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
 * Drawn uniformly, and redrawn until it contains what is required, so that the guarantee makes no character rarer;
 * only if more than one digit or symbol is required, that many are reserved first. The length is clamped.
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

/** Entropy in bits if the attacker knows the options; the guaranteed sets make it slightly less. 0 when no set is chosen. */
export function passwordBits(options: GeneratorOptions): number {
  const characters = chosenSets(options).reduce((count, set) => count + set.characters.length, 0);
  return characters === 0 ? 0 : within(options.length, PASSWORD_LENGTH) * Math.log2(characters);
}

interface ChosenSet {
  readonly characters: string;
  /** Every password contains one of these. */
  readonly guaranteed: string;
  readonly minimum: number;
}

function chosenSets(options: GeneratorOptions): ChosenSet[] {
  return SETS.filter(({ name }) => options[name]).map(({ characters: all, minimum }) => {
    const characters = options.avoidLookAlikes ? without(all, LOOK_ALIKES) : all;
    return { characters, guaranteed: countedByMeter(characters), minimum: minimum(options) };
  });
}

/** @param length - 3 to 12; clamped. */
export function generatePin({ length = PIN_LENGTH.fallback }: { length?: number }, random: Random): string {
  const pick = createPicker(random);
  return Array.from({ length: within(length, PIN_LENGTH) }, () => pick.one(DIGITS)).join("");
}

/** Rounds and clamps a number to the bounds. */
export const within = (asked: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, Math.round(asked) || min));

const without = (characters: string, unwanted: string): string =>
  Array.from(characters)
    .filter((character) => !unwanted.includes(character))
    .join("");

/** The symbols of a set that the strength meter counts; other sets unchanged. */
function countedByMeter(characters: string): string {
  const counted = Array.from(characters)
    .filter((character) => STRENGTH_SYMBOLS.includes(character))
    .join("");
  return counted || characters;
}
