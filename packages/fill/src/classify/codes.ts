/** One-time codes: one field, or one per digit. Also tells captchas apart, which look similar. */

import type { Surroundings } from "../page/form-groups.ts";
import { MEANINGS } from "../words/lexicon.ts";
import { type Field, isText, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

const FEWEST_BOXES = 4;
const MOST_BOXES = 8;
/** Minimum score from a text that the user reads at the field. */
const READ = 7;
/** Longer than "code" in any language, so it tells which code. */
const TELLING_LENGTH = 8;

const TELLS = /otp|2 ?fa|mfa|totp|tan|验证码|コード|код/;

const PARTS_OF_PASSWORD = /\b(character|characters|letter|zeichen|caractere|posicion|position|stelle)\b/;
const NUMBERED = /\b(digit|box|ziffer|chiffre|cifra|digito|pin|otp|code|cyfra|siffra)\b.*\d|^\d$/;

export function assignCodes(fields: readonly Field[], purposes: Purposes): void {
  for (const boxes of runsOfBoxes(fields, purposes)) {
    // Unseen digits that no message brought are a PIN.
    const isKnown = purposes("code") === 0 && boxes.every(({ facts }) => facts.hasMask && facts.token === null);
    const role = isKnown || boxes.some((box) => PARTS_OF_PASSWORD.test(wordsOf(box))) ? "none" : "one-time-code";
    for (const box of boxes) box.role = role;
  }
  for (const field of fields) if (isSecondSecret(field, fields) || isSilentCode(field, fields, purposes)) field.role = "one-time-code";
  for (const part of partsOfKeys(fields)) part.role = "none";
  for (const field of fields) {
    if (field.role === null && field.guess.meaning === "one-time-code") assignCode(field, purposes);
  }
}

const MAIL = /(?<!\p{L})(?:e ?mail\p{L}*|inbox|courriel|correo|posteingang|poczt\p{L}*|почт\p{L}*)|邮箱|郵箱|邮件|郵件|メール|이메일/u;
const CODE = /(?<!\p{L})(?:code|codigo|codice|kod|код)(?!\p{L})|verify your|コード|验证|驗證|인증/u;

/** Words for a code of a device, in a form that asks for the password too. */
const OF_DEVICE =
  /otp|2 ?fa|mfa|two ?(?:factor|step)|2 ?(?:factor|step)|authenticat|authentif|autentica|authentifiz|token|(?<!\p{L})(?:tan|apps?)(?!\p{L})|one ?time|einmal|zwei ?faktor|usage unique|un solo uso|monouso|eenmalig|jednorazow|engangs|ワンタイム|动态|動態|一次性|одноразов|двухфактор/u;

/**
 * A vault makes the codes of a device. Those that a site sends by mail it does not have, nor any for an account that is only being made, or is lost. What is called a
 * verification code next to a password, and no more, is mostly in a picture or in a message.
 */
export function dropSentCodes(fields: readonly Field[], { headings, links }: Surroundings, purposes: Purposes): void {
  const hasPassword = fields.some(({ role }) => role === "current-password");
  const isForNew = !hasPassword && (fields.some(({ role }) => role === "new-password") || isSignUp(fields, purposes));
  const isMailed = [...headings, ...links].some((text) => MAIL.test(text) && CODE.test(text));
  const isUnsaid = (field: Field): boolean => hasPassword && purposes("code") === 0 && !OF_DEVICE.test(wordsOf(field));
  for (const field of fields)
    if (
      field.role === "one-time-code" &&
      (isForNew || (field.facts.token === null && (isMailed || isUnsaid(field) || MAIL.test(wordsOf(field)))))
    )
      field.role = "none";
}

const isSignUp = (fields: readonly Field[], purposes: Purposes): boolean =>
  purposes("signup") > purposes("login") && fields.some(({ guess: { meaning } }) => meaning === "email" || meaning === "tel");

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
  [texts.label, texts.aria, texts.placeholder, texts.near].some((text) => text.length >= TELLING_LENGTH || TELLS.test(text)) ||
  [texts.name, texts.id].some(
    (text) => TELLS.test(text) || MEANINGS.find(text).some(({ name, length }) => name === "one-time-code" && length >= TELLING_LENGTH),
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
