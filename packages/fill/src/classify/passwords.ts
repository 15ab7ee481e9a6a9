/** Which password (current, new, repeated) each password field asks for. */

import type { Surroundings } from "../page/form-groups.ts";
import { type Field, wordsOf } from "./field.ts";
import { evidenceOf, type Purposes } from "./form-purpose.ts";
import { passwordFeatures } from "./password-features.ts";
import { NEW_PASSWORD, sumOf } from "./weights.ts";

/** Of one text that a person reads, besides the type. */
const READ = 14;
/** What the type alone counts. */
const MASK = 6.5;
/** An unmasked field needs two mentions. */
const SURE = 15;
/** Words that only mean a password: a visible PIN or NIP is something else. */
const STRONG =
  /passw|passphrase|kennwort|mot ?de ?passe|mdp|contrasen|senha|wachtwoord|haslo|losen|heslo|jelszo|sifre|parola|パスワード|密码|密碼|парол|비밀번호|كلمة|סיסמ|lozinka|salasana|kodeord/;
/** The old one, the new one, its repetition, and one for something else. */
const MOST_ASKED = 4;
const BOUGHT = /gift ?card|gutschein|geschenkkarte|carte cadeau|tarjeta regalo|voucher/;

/** What is typed unseen is a password, however the markup calls it, unless a person reads that it is an answer, a key or printed on a card. */
const isOtherSecret = ({ read, scores }: Field["guess"]): boolean =>
  (read === "other" || read === "number" || read?.startsWith("cc-") === true) && (scores.get("password") ?? 0) < READ;

/** Of what is typed unseen, besides that: a text names it. */
const NAMED = 7;

/** Named by what a person reads alone, in a form of accounts where nothing is typed unseen: pages that show a password as it is typed. */
const isShown = ({ facts, guess }: Field, isAccount: boolean): boolean =>
  isAccount &&
  guess.read === "password" &&
  facts.type === "text" &&
  EXACTLY.test(facts.texts.label || facts.texts.placeholder || facts.texts.aria || facts.texts.near);
const EXACTLY =
  /^(?:(?:your|enter|enter your|choose a|create a|new) )?(?:password|passwort|kennwort|mot de passe|contrasena|senha|palavra passe|wachtwoord|haslo|losenord|heslo|jelszo|sifre|parola|パスワード|密码|密碼|пароль|비밀번호|adgangskode|passord|salasana)$/;

function isPassword({ facts, guess, role }: Field): boolean {
  // One or two characters are part of a memorized secret.
  if (role !== null || facts.tag !== "input" || facts.maxLength <= 2) return false;
  const { meaning, score } = guess;
  if (facts.hasMask) return !isOtherSecret(guess);
  if (meaning === "current-password" || meaning === "new-password") return facts.type === "text" || facts.type === "password";
  return (
    meaning === "password" &&
    score >= SURE &&
    /^(text|tel|number)$/.test(facts.type) &&
    STRONG.test(wordsOf({ facts })) &&
    !/\bpin ?code\b/.test(wordsOf({ facts }))
  );
}

/** Assigns a role to every password field of a group. */
export function assignPasswords(fields: readonly Field[], purposes: Purposes, surroundings: Surroundings): void {
  const evidence = evidenceOf(surroundings);
  // The PIN of a gift card is printed on it, not memorized.
  const isBought = purposes("login") === 0 && [...fields.map(wordsOf), ...surroundings.headings].some((text) => BOUGHT.test(text));
  const isAccount = !fields.some(({ facts }) => facts.hasMask) && purposes("login") + purposes("signup") > 0;
  const known = isBought ? [] : fields.filter((field) => isPassword(field) || (field.role === null && isShown(field, isAccount)));
  const masked = known.filter(({ facts }) => facts.hasMask);
  // A phrase of twelve words is not a password, and no form asks for five passwords: answers and keys are among them, and passwords are what is called so.
  const named = known.filter(({ guess }) => (guess.scores.get("password") ?? 0) >= NAMED + MASK);
  const passwords = masked.length <= MOST_ASKED ? known : named.length <= MOST_ASKED ? named : [];
  for (const field of passwords) {
    field.weighed = passwordFeatures(field, passwords, fields, evidence);
    field.role = sumOf(NEW_PASSWORD, field.weighed) > 0 ? "new-password" : "current-password";
  }
}
