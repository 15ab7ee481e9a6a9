/** Which password (current, new, repeated) each password field asks for. */

import { type Field, wordsOf } from "./field.ts";
import type { Evidence, Purposes } from "./form-purpose.ts";
import { passwordFeatures } from "./password-features.ts";
import { NEW_PASSWORD, sumOf } from "./weights.ts";

/** Of one text that a person reads, besides the type. */
const READ = 14;
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
    STRONG.test(wordsOf({ facts, guess, role })) &&
    !/\bpin ?code\b/.test(wordsOf({ facts, guess, role }))
  );
}

/** Assigns a role to every password field of a group. */
export function assignPasswords(fields: readonly Field[], purposes: Purposes, evidence: Evidence): void {
  // The PIN of a gift card is printed on it, not memorized.
  const isBought = purposes("login") === 0 && fields.some((field) => BOUGHT.test(wordsOf(field)));
  const known = isBought ? [] : fields.filter(isPassword);
  // A phrase of twelve words is not a password, and no form asks for five passwords.
  const passwords = known.filter(({ facts }) => facts.hasMask).length > MOST_ASKED ? [] : known;
  for (const [at, field] of passwords.entries()) {
    field.weighed = passwordFeatures(at, passwords, fields, evidence);
    field.role = sumOf(NEW_PASSWORD, field.weighed) > 0 ? "new-password" : "current-password";
  }
}
