/** Detects sites that imitate another one: similar to read, but not the same. Used only for a warning, never to fill anything. */
import { parseWebAddress } from "./item.ts";
import { fromPunycode } from "./punycode.ts";
import { siteOf } from "./url-match.ts";

/** Characters that look like a Latin letter, or like each other. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "l", "3": "e", "4": "a", "5": "s", "8": "b", i: "l", "|": "l", ı: "l", ł: "l", ø: "o", đ: "d", ɡ: "g", ɑ: "a" },
  ...{
    а: "a",
    в: "b",
    е: "e",
    һ: "h",
    і: "l",
    ј: "j",
    к: "k",
    м: "m",
    н: "h",
    о: "o",
    р: "p",
    с: "c",
    ԁ: "d",
    ѕ: "s",
    т: "t",
    у: "y",
    х: "x",
    ԝ: "w",
    ь: "b",
  },
  ...{ α: "a", ε: "e", ι: "l", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", υ: "u", χ: "x", ω: "w", ո: "n", օ: "o", ս: "u", ց: "g", հ: "h" },
};
/** Two letters that look like one. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/cl/g, "d"],
];
/** Shorter names resemble too many others. */
const LEAST_LETTERS = 4;

const bare = (site: string): string =>
  fromPunycode(site)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

function skeleton(site: string): string {
  const letters = Array.from(bare(site), (letter) => ALIKE[letter] ?? letter).join("");
  return JOINED.reduce((text, [pair, one]) => text.replace(pair, one), letters).replaceAll("-", "");
}

/** One letter added or missing, or two swapped. Not a replaced letter: that is often another word. */
function isSlip(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  if (long.length === short.length + 1) return long.slice(at + 1) === short.slice(at);
  return (
    long.length === short.length && long[at] === short[at + 1] && long[at + 1] === short[at] && long.slice(at + 2) === short.slice(at + 2)
  );
}

/**
 * @param page - its full address. @param saved - sites that the person has logins for. @param own - those of them that no one else has brought: they vouch for themselves.
 * @returns which site of theirs the page is made to look like; null for none, and on the pages of an own one.
 */
export function lookAlikeOf(page: string, saved: readonly string[], own = saved): string | null {
  const url = parseWebAddress(page);
  if (url === null) return null;
  const site = siteOf(url);
  if (own.includes(site)) return null;
  const sites = new Set(saved.filter((one) => one !== site));
  const mine = skeleton(site);
  const isLike = (one: string): boolean => `.${url.hostname}`.includes(`.${one}.`) || isAlike(mine, skeleton(one));
  return [...sites].find((one) => one.length >= LEAST_LETTERS && one.includes(".") && isLike(one)) ?? null;
}

function isAlike(mine: string, theirs: string): boolean {
  const [[label = "", ...ending], [other = "", ...others]] = [mine.split("."), theirs.split(".")];
  if (label.length < LEAST_LETTERS || other.length < LEAST_LETTERS || ending.join() !== others.join()) return false;
  return label === other || (Math.min(label.length, other.length) > LEAST_LETTERS && isSlip(label, other));
}
