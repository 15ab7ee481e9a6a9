/** LANGUAGES: the languages that the product speaks. The first one is spoken where no other is asked for. */

export const LANGUAGES = [
  { code: "en", name: "English", direction: "ltr" },
  { code: "de", name: "Deutsch", direction: "ltr" },
  { code: "es", name: "Español", direction: "ltr" },
] as const;

export type Language = (typeof LANGUAGES)[number]["code"];

export const DEFAULT_LANGUAGE: Language = "en";
