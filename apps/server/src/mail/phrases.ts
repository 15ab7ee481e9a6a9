/** PHRASES: what is put into the texts of an email, in each language that emails are written in: dates, counts, devices. */
import { DEFAULT_LANGUAGE, type Language } from "@coffer/core/device/languages";
import type { Viewer } from "../access.ts";

interface Phrases {
  /** As the platform knows it. */
  readonly dates: string;
  /** What someone shares, deletes or made. */
  readonly vault: string;
  readonly item: string;
  readonly items: (count: number) => string;
  /** Who invites, where no one with an account did. */
  readonly operator: string;
  /** In place of one that mail programs would make a link of. */
  readonly hiddenAddress: string;
  /** Between browser and system. */
  readonly on: string;
  readonly unknownBrowser: string;
}

/** `deviceName` (core/account) says these in English, as the activity log keeps them. */
const [ON, UNKNOWN_BROWSER] = [" on ", "Unknown browser"];

export const PHRASES = {
  en: {
    dates: "en-US",
    vault: "a vault",
    item: "an item",
    items: (count) => `${count} items`,
    operator: "the operator of the server",
    hiddenAddress: "(an address that reads like a web address)",
    on: ON,
    unknownBrowser: UNKNOWN_BROWSER,
  },
  de: {
    dates: "de-DE",
    vault: "einen Tresor",
    item: "einen Eintrag",
    items: (count) => `${count} Einträge`,
    operator: "der Betreiber des Servers",
    hiddenAddress: "(Adresse, die wie eine Webadresse aussieht)",
    on: " unter ",
    unknownBrowser: "Unbekannter Browser",
  },
  es: {
    dates: "es-ES",
    vault: "una bóveda",
    item: "un elemento",
    items: (count) => `${count} elementos`,
    operator: "el operador del servidor",
    hiddenAddress: "(una dirección que parece una dirección web)",
    on: " en ",
    unknownBrowser: "Navegador desconocido",
  },
} as const satisfies Partial<Record<Language, Phrases>>;

/** Emails are written in these; a person who reads another one is written to in English. */
export type MailLanguage = keyof typeof PHRASES;

const isWritten = (language: string): language is MailLanguage => Object.hasOwn(PHRASES, language);

/** @param language - also one of a later version of the server, or none, in an email that an earlier version has queued */
export const mailLanguage = (language: string = DEFAULT_LANGUAGE): MailLanguage => (isWritten(language) ? language : "en");

const phrasesOf = (language: Language): Phrases => PHRASES[mailLanguage(language)];

/** As everywhere in the product: `Jan 5, 2025` (decision N-30). A server does not know the reader's zone. */
export const dateInEmail = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(phrasesOf(language).dates, { dateStyle: "medium", timeZone: "UTC" }).format(time);

const timeInEmail = (time: number, language: Language): string =>
  `${new Intl.DateTimeFormat(phrasesOf(language).dates, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(time)} UTC`;

/** On which device something was done, and when. */
export function momentInEmail({ device }: Viewer, time: number, language: Language): { device: string; at: string } {
  const { on, unknownBrowser } = phrasesOf(language);
  const [browser = "", ...system] = device.split(ON);
  const name = browser === UNKNOWN_BROWSER ? unknownBrowser : browser;
  return { device: [name, ...system].join(on), at: timeInEmail(time, language) };
}

export const vaultInEmail = (language: Language): string => phrasesOf(language).vault;

export function itemsInEmail(count: number, language: Language): string {
  const { item, items } = phrasesOf(language);
  return count === 1 ? item : items(count);
}

export const operatorInEmail = (language: Language): string => phrasesOf(language).operator;

/** A person chooses their own address, and with it what emails to others say: none of it leads to a site of theirs. */
export const addressInEmail = (address: string, language: MailLanguage): string =>
  /[/\\:]/.test(address) ? PHRASES[language].hiddenAddress : address;
