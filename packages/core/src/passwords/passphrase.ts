/** Passphrases and user names from the word list. The list has 60 KB: load this module only when needed. */
import { within } from "./generator.ts";
import { createPicker, type Picker, type Random } from "./random-picker.ts";
import { WORDS } from "./wordlist.ts";

export interface PassphraseOptions {
  readonly words?: number;
  readonly separator?: string;
  /** Every word begins with a capital. */
  readonly capitalise?: boolean;
  /** One digit after one of the words. */
  readonly number?: boolean;
}

/** Design, experience §4.4. */
export const PASSPHRASE_WORDS = { min: 3, max: 20, fallback: 6 } as const;

/** Words drawn from 7,776, 12.9 bits each. */
export function generatePassphrase(options: PassphraseOptions, random: Random): string {
  const { words: asked = PASSPHRASE_WORDS.fallback, separator = "-", capitalise = false, number = false } = options;
  const pick = createPicker(random);
  const words = Array.from({ length: within(asked, PASSPHRASE_WORDS) }, () => drawWord(pick, capitalise));
  if (number) {
    const place = pick.index(words.length);
    words[place] = `${words[place]}${pick.index(10)}`;
  }
  return words.join(separator);
}

/** Entropy in bits if the attacker knows the options; separators and digits are not counted. */
export const passphraseBits = (words: number): number => words * Math.log2(WORDS.length);

export type UsernameStyle =
  | { readonly style: "word" }
  /** The user's own address with a random part after a plus sign. */
  | { readonly style: "plus-address"; readonly email: string }
  /** Any name at a domain with a catch-all mailbox. */
  | { readonly style: "catch-all"; readonly domain: string };

const TAG_LENGTH = 8;
const TAG_CHARACTERS = "abcdefghijkmnpqrstuvwxyz23456789";

/** @returns "" when the required address or domain is invalid. */
export function generateUsername(wanted: UsernameStyle, random: Random): string {
  const pick = createPicker(random);
  const name = () => `${pick.one(WORDS).replace("-", "")}${String(pick.index(10_000)).padStart(4, "0")}`;
  switch (wanted.style) {
    case "word":
      return name();
    case "plus-address": {
      const [, local, domain] = /^([^\s@+]+)(?:\+[^\s@]*)?@([^\s@]+)$/.exec(wanted.email.trim()) ?? [];
      return local && domain ? `${local}+${Array.from({ length: TAG_LENGTH }, () => pick.one(TAG_CHARACTERS)).join("")}@${domain}` : "";
    }
    case "catch-all": {
      const domain = wanted.domain.trim().replace(/^@/, "");
      return /^[^\s@]+\.[^\s@]+$/.test(domain) ? `${name()}@${domain}` : "";
    }
  }
}

function drawWord(pick: Picker, capitalise: boolean): string {
  const word = pick.one(WORDS);
  return capitalise ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
