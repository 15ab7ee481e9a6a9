/** Detects host names that mix alphabets: nearly all of them imitate another site. */
import { fromPunycode } from "./punycode.ts";

/** All other alphabets together count as one more. */
const ALPHABETS: readonly RegExp[] = [
  ...[
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
    /\p{Script=Georgian}/u,
    /\p{Script=Hebrew}/u,
  ],
  ...[/\p{Script=Arabic}/u, /\p{Script=Devanagari}/u, /\p{Script=Thai}/u, /\p{Script=Cherokee}/u],
];
/** Chinese, Japanese and Korean normally combine several scripts, including Latin letters. */
const WRITTEN_TOGETHER: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]+$/u,
];
/** Digits, hyphens and combining marks belong to every alphabet. */
const OF_ALL = /[\p{Script=Common}\p{Script=Inherited}]/gu;

function isMixed(label: string): boolean {
  const letters = label.normalize("NFC").replace(OF_ALL, "");
  if (letters === "" || WRITTEN_TOGETHER.some((together) => together.test(letters))) return false;
  return new Set(Array.from(letters, (letter) => ALPHABETS.findIndex((alphabet) => alphabet.test(letter)))).size > 1;
}

/** @param host - in the browser's form. @returns the decoded name if one of its labels mixes alphabets, otherwise null. */
export function mixedName(host: string): string | null {
  const name = fromPunycode(host);
  return name.split(".").some(isMixed) ? name : null;
}
