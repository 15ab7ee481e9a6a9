/** Text helpers: loose comparison, dates, counts, truncation. */

/** Combining marks: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels, variation selectors. Vowels of Indic scripts are letters and stay. */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05c7]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]/g;

/** Letters that Unicode does not decompose, in their plain spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ħ: "h",
  ı: "i",
  ς: "σ",
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join("")}]`, "g");

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Normalizes case and the encoding of accents. */
export const caseless = (text: string): string => text.normalize("NFC").toLowerCase();

/** Normalizes a text for search: without case, accents and width. Idempotent. */
export function fold(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  const lower = text.normalize("NFKD").replace(MARKS, "").toLowerCase().normalize("NFKD").replace(MARKS, "");
  return lower.replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter);
}

/** The language that people read: numbers, dates and the order of names. The build of another language replaces this literal, as it does the texts, so it is written only here. */
export const LOCALE = "en-US";

/** German writes a noun with a capital within a sentence, too. */
export const KEEPS_CAPITALS: boolean = LOCALE.startsWith("de");

/** A label within a sentence: "File password" in "Show file password". */
export const inSentence = (label: string): string => (KEEPS_CAPITALS ? label : label.toLowerCase());

const SHORT_DATE_TIME = new Intl.DateTimeFormat(LOCALE, {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const SHORT_DATE = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", year: "numeric" });

/** The maximum distance of a JavaScript date from 1970, in milliseconds. */
const DATE_MAX = 8.64e15;

/** Whether a value is a displayable time since 1970 in whole milliseconds. A record may contain any number, because another program may have written it. */
export const isMoment = (at: unknown): at is number => Number.isSafeInteger(at) && (at as number) >= 0 && (at as number) <= DATE_MAX;

const UNKNOWN_DATE = "Unknown date";

/** "Jan 5, 2025", in the viewer's time zone (decision S-30); never throws. @param at - milliseconds since 1970. */
export const shortDate = (at: number): string => (isMoment(at) ? SHORT_DATE.format(at) : UNKNOWN_DATE);

/** "Jan 5, 2025, 3:04 PM", in the viewer's time zone. @param at - milliseconds since 1970. */
export const shortDateTime = (at: number): string => (isMoment(at) ? SHORT_DATE_TIME.format(at).replace(/\u202f/g, " ") : UNKNOWN_DATE); // some browsers put a narrow space before PM

/** "1 item", "2,500 items". @param many - for irregular plurals. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString(LOCALE)} ${count === 1 ? one : many}`;

/** Of two whole sentences, that for one thing or that for several: where more than the noun differs, as in "it was" and "they were". */
export const byCount = (count: number, one: string, many: string): string => (count === 1 ? one : many);

/** In UTF-8. */
export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** At most `length` characters and then an ellipsis, as in "abc..."; never splits a character. */
export function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length).join("")}...` : text;
}
