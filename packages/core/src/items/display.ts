/** How items look in lists: masks, second lines, tiles and bank colors. Never contains secrets, except for four characters. */
import { fold, truncate } from "../text.ts";
import { controlOf } from "./controls.ts";
import { DECRYPTION_FAILED, type Item, parseWebAddress } from "./item.ts";
import { type Field, kindOf } from "./kinds.ts";

const BULLET = "•";
/** A hidden value in tables; always the same length, so that the value's length is not revealed (specification 3 §9). */
export const SECRET_BULLETS = BULLET.repeat(8);
/** The same on import cards (specification 3 §9). */
export const SECRET_BULLETS_SHORT = BULLET.repeat(6);
const MASK = BULLET.repeat(4);
const SUMMARY_LINE_CHARACTERS = 120;

/** "•••• 1234". Shows nothing of a value of four characters or fewer. */
export function maskLast4(value: string): string {
  const characters = Array.from(value.replace(/\s/g, ""));
  if (characters.length === 0 || value === DECRYPTION_FAILED) return value.trim();
  return characters.length > 4 ? `${MASK} ${characters.slice(-4).join("")}` : MASK;
}

/** The second line of an item in a list: the overview fields that distinguish it from others. May be empty. */
export function summaryOf({ kind, fields, state }: Pick<Item, "kind" | "fields" | "state">): string {
  const table = kindOf(kind);
  const parts: string[] = [];
  let afterWord = false;
  for (const name of table.overview) {
    const field = table.fields[name];
    const text = field && name !== table.title && isTelling(field) ? shownAs(field, fields[name] ?? "") : "";
    if (!field || !text) continue;
    const isWord = field.control === "text";
    // Adjacent words belong together, such as first and last name.
    if (isWord && afterWord) parts.push(`${parts.pop()} ${text}`);
    else parts.push(text);
    afterWord = isWord;
  }
  return parts.join(" · ") || (state === "tampered" ? DECRYPTION_FAILED : "");
}

/**
 * Choices, lists and derived fields do not distinguish items; a secret only with its last four characters. The text of a note is not shown until it is opened: people
 * keep alarm codes there.
 */
const isTelling = (field: Field): boolean =>
  !field.hidden &&
  controlOf(field.control).input !== "textarea" &&
  !field.options &&
  controlOf(field.control).input !== "list" &&
  (!controlOf(field.control).secret || field.mask !== undefined);

function shownAs(field: Field, value: string): string {
  if (field.mask) return maskLast4(value);
  if (controlOf(field.control).launches) return siteHost(value) || value.trim();
  return truncate(value.trim(), SUMMARY_LINE_CHARACTERS);
}

/** Host of a web address without "www."; IDN stays in its ASCII form, which cannot imitate another host. @returns "" when there is none. */
export function siteHost(url: string): string {
  const host = parseWebAddress(url)?.hostname ?? "";
  return (host.includes("xn--") ? asTyped(url, host) : host).replace(/^www\.(?=.+\.)/, "");
}

/** The host of a site, or the package of an app: browsers of phones write "android://key@com.example.app/". */
export const siteName = (url: string): string => {
  const [, app = ""] = /^android:\/\/(.*)/i.exec(url.trim()) ?? [];
  return siteHost(url) || (app.split("@").at(-1)?.split("/")[0] ?? "");
};

/** A host in Latin letters is shown as typed. Letters of other scripts may look like Latin ones: such a host is shown in its ASCII form. */
function asTyped(url: string, host: string): string {
  const typed = /^(?:[a-z]+:\/\/)?(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url.trim())?.[1]?.toLowerCase() ?? "";
  return /^[\p{Script=Latin}\p{N}.-]+$/u.test(typed) && parseWebAddress(typed)?.hostname === host ? typed : host;
}

export interface Tile {
  readonly letter: string;
  /** Degrees, 0 to 359. */
  readonly hue: number;
  /** Background that carries white text in both themes. */
  readonly color: string;
}

/**
 * A picture for a site without a request to anyone (decision Z-14): a letter on a color, always the same for a host.
 * @param name - source of the letter; the host if it is empty.
 */
export function letterTile(host: string, name = ""): Tile {
  const letter = /[\p{L}\p{N}]/u.exec(`${name}${host}`)?.[0]?.toUpperCase() ?? "?";
  let hash = 0x811c9dc5; // FNV-1a: distributes short similar hosts well
  for (const character of host.toLowerCase()) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const hue = hash % 360;
  return { letter, hue, color: `hsl(${hue} 45% 32%)` };
}

export interface BankTheme {
  readonly background: string;
  readonly text: string;
}

/** Well-known banks by a word of their name, in calm colors and without their logos (decision N-23). */
const BANK_THEMES: readonly (readonly [word: string, theme: BankTheme])[] = [
  ["bank of america", { background: "#5B2A3C", text: "#FFFFFF" }],
  ["chase", { background: "#1F3A5F", text: "#FFFFFF" }],
  ["wells fargo", { background: "#6B3226", text: "#FFFFFF" }],
  ["citi", { background: "#244B6B", text: "#FFFFFF" }],
  ["hsbc", { background: "#4A4A4A", text: "#FFFFFF" }],
];
const DEFAULT_BANK_THEME: BankTheme = { background: "#334155", text: "#FFFFFF" };

/** Colors of a bank, by its name as typed. */
export function bankTheme(bankName: string): BankTheme {
  const name = ` ${fold(bankName)}`;
  return BANK_THEMES.find(([word]) => name.includes(` ${word}`))?.[1] ?? DEFAULT_BANK_THEME;
}
