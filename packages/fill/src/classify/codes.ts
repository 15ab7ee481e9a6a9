/** One-time codes: one field, or one per digit. Also tells captchas apart, which look similar. */
import { type Field, isText, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

const FEWEST_BOXES = 4;
const MOST_BOXES = 8;
/** Minimum score from a text that the user reads at the field. */
const READ = 7;
/** Longer than "code" in any language, so it tells which code. */
const TELLING_LENGTH = 8;

const PARTS_OF_PASSWORD = /\b(character|characters|letter|zeichen|caractere|posicion|position|stelle)\b/;
const NUMBERED = /\b(digit|box|ziffer|chiffre|cifra|digito|pin|otp|code|cyfra|siffra)\b.*\d|^\d$/;

export function assignCodes(fields: readonly Field[], purposes: Purposes): void {
  for (const boxes of runsOfBoxes(fields, purposes)) {
    const role = boxes.some((box) => PARTS_OF_PASSWORD.test(wordsOf(box))) ? "none" : "one-time-code";
    for (const box of boxes) box.role = role;
  }
  for (const field of fields) if (isSecondSecret(field, fields) || isSilentCode(field, fields, purposes)) field.role = "one-time-code";
  for (const part of partsOfKeys(fields)) part.role = "none";
  for (const field of fields) {
    if (field.role === null && field.guess.meaning === "one-time-code") assignCode(field, purposes);
  }
}

/** A masked field after a password whose visible texts mention a code. */
function isSecondSecret(field: Field, fields: readonly Field[]): boolean {
  const before = fields[fields.indexOf(field) - 1];
  return (
    field.role === null && field.facts.hasMask && before?.facts.hasMask === true && (field.guess.scores.get("one-time-code") ?? 0) >= READ
  );
}

/** The only field on a page about a sent code, without its own label. */
function isSilentCode(field: Field, fields: readonly Field[], purposes: Purposes): boolean {
  const { label, aria, placeholder } = field.facts.texts;
  const isAlone = fields.length === 1 && isText(field) && [label, aria, placeholder].every((text) => text === "");
  return field.role === null && isAlone && field.facts.type !== "email" && field.guess.score <= READ + 1 && purposes("code") >= READ / 3;
}

/** Three or more boxes for several characters each are parts of one long key. */
function partsOfKeys(fields: readonly Field[]): Field[] {
  const isPart = (a: Field | undefined, b: Field): boolean =>
    a?.guess.meaning === "one-time-code" && a.facts.maxLength === b.facts.maxLength && a.facts.maxLength >= 4 && a.facts.maxLength <= 8;
  const parts = fields.filter((field, at) => isPart(field, field) && (isPart(fields[at - 1], field) || isPart(fields[at + 1], field)));
  return parts.length >= 3 ? parts : [];
}

function assignCode(field: Field, purposes: Purposes): void {
  const { facts, guess } = field;
  if (facts.token === "one-time-code") field.role = "one-time-code";
  else if (facts.tag !== "input" || facts.isAtPicture) field.role = "none";
  // Masked, and no mention of codes: something the user knows by heart.
  else if (facts.hasMask && purposes("code") === 0) return;
  else field.role = purposes("code") > 0 || namesTheCode(field) || guess.score > 20 ? "one-time-code" : "none";
}

const namesTheCode = ({ facts: { texts } }: Field): boolean =>
  [texts.label, texts.aria, texts.placeholder, texts.near, texts.name, texts.id].some(
    (text) => text.length >= TELLING_LENGTH || /otp|2fa|mfa|totp|tan|验证码|コード|код/.test(text),
  );

function runsOfBoxes(fields: readonly Field[], purposes: Purposes): Field[][] {
  const runs: Field[][] = [[]];
  for (const field of fields) {
    if (isBox(field, purposes)) runs.at(-1)?.push(field);
    else runs.push([]);
  }
  // A row of nine boxes is a puzzle, unless the page mentions codes.
  const most = purposes("code") > 0 ? MOST_BOXES + 2 : MOST_BOXES;
  return runs.filter(({ length }) => length >= FEWEST_BOXES && length <= most);
}

function isBox(field: Field, purposes: Purposes): boolean {
  const { facts } = field;
  if (facts.tag !== "input" || /^(email|url|date|month)$/.test(facts.type)) return false;
  if (facts.maxLength === 1) return true;
  const words = [facts.texts.aria, facts.texts.name, facts.texts.id, facts.texts.label];
  return (
    facts.isNarrow &&
    isText(field) &&
    facts.maxLength > 6 &&
    (purposes("code") > 0 || facts.token === "one-time-code") &&
    (words.some((text) => NUMBERED.test(text)) || words.every((text) => text === ""))
  );
}
