/** One-time codes: one field, or one for each digit; and pictures of letters, which look like them and are not. */
import { type Field, isText, wordsOf } from "./field.ts";
import type { Purposes } from "./purpose.ts";

const FEWEST_BOXES = 4;
const MOST_BOXES = 8;
const WIDEST_BOX = 96;
/** Longer than "code" in any language: it says which. */
const SAYS_WHICH = 8;

const PARTS_OF_PASSWORD = /\b(character|characters|letter|zeichen|caractere|posicion|position|stelle)\b/;
const NUMBERED = /\b(digit|box|ziffer|chiffre|cifra|digito|pin|otp|code|cyfra|siffra)\b.*\d|^\d$/;

export function settleCodes(fields: readonly Field[], purposes: Purposes): void {
  for (const boxes of runsOfBoxes(fields, purposes)) {
    const role = boxes.some((box) => PARTS_OF_PASSWORD.test(wordsOf(box))) ? "none" : "one-time-code";
    for (const box of boxes) box.role = role;
  }
  for (const field of fields) {
    if (field.role === null && field.guess.meaning === "one-time-code") settleCode(field, purposes);
  }
}

function settleCode(field: Field, purposes: Purposes): void {
  const { facts, guess } = field;
  if (facts.token === "one-time-code") field.role = "one-time-code";
  else if (facts.tag !== "input" || hasPicture(field)) field.role = "none";
  // Hidden while it is typed, where nobody speaks of codes: what one knows by heart.
  else if (facts.hasMask && purposes("code") === 0) return;
  else field.role = purposes("code") > 0 || saysWhich(field) || guess.score > 20 ? "one-time-code" : "none";
}

const saysWhich = ({ facts: { texts } }: Field): boolean =>
  [texts.label, texts.aria, texts.placeholder, texts.near, texts.name, texts.id].some(
    (text) => text.length >= SAYS_WHICH || /otp|2fa|mfa|totp|tan|验证码|コード|код/.test(text),
  );

/** A picture whose letters are to be typed, beside the field. */
function hasPicture({ facts: { control } }: Field): boolean {
  const around = control.parentElement?.parentElement ?? control.parentElement;
  const pictures = Array.from(around?.querySelectorAll("img,canvas") ?? []);
  return pictures.some((picture) =>
    /captcha|verif|vcode|seccode|checkcode|authcode|randcode|valid|code/i.test(
      ["src", "id", "class", "alt", "title", "onclick"].map((name) => picture.getAttribute(name) ?? "").join(" "),
    ),
  );
}

function runsOfBoxes(fields: readonly Field[], purposes: Purposes): Field[][] {
  const runs: Field[][] = [[]];
  for (const field of fields) {
    if (isBox(field, purposes)) runs.at(-1)?.push(field);
    else runs.push([]);
  }
  return runs.filter(({ length }) => length >= FEWEST_BOXES && length <= MOST_BOXES + 2);
}

function isBox(field: Field, purposes: Purposes): boolean {
  const { facts } = field;
  if (facts.tag !== "input" || /^(email|url|date|month)$/.test(facts.type)) return false;
  if (facts.maxLength === 1) return true;
  const words = [facts.texts.aria, facts.texts.name, facts.texts.id, facts.texts.label];
  const isSmall = facts.control.getBoundingClientRect().width <= WIDEST_BOX;
  return (
    isSmall &&
    isText(field) &&
    facts.maxLength > 6 &&
    (purposes("code") > 0 || facts.token === "one-time-code") &&
    (words.some((text) => NUMBERED.test(text)) || words.every((text) => text === ""))
  );
}
