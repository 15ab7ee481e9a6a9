/** Which password (current, new, repeated) each password field asks for. */

import { PASSWORD_KINDS, type PasswordKind } from "../words/password-kinds.ts";
import { type Field, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

/** An unmasked field needs two mentions. */
const SURE = 15;
/** Words that only mean a password: a visible PIN or NIP is something else. */
const STRONG =
  /passw|passphrase|kennwort|mot ?de ?passe|mdp|contrasen|senha|wachtwoord|haslo|losen|heslo|jelszo|sifre|parola|パスワード|密码|密碼|парол|비밀번호|كلمة|סיסמ|lozinka|salasana|kodeord/;
/** The old one, the new one, its repetition, and one for something else. */
const MOST_ASKED = 4;
const BOUGHT = /gift ?card|gutschein|geschenkkarte|carte cadeau|tarjeta regalo|voucher/;

function isPassword({ facts, guess, role }: Field): boolean {
  // One or two characters are part of a memorized secret.
  if (role !== null || facts.tag !== "input" || facts.maxLength <= 2) return false;
  const { meaning, score } = guess;
  if (facts.hasMask)
    return (
      meaning === "password" ||
      meaning === "current-password" ||
      meaning === "new-password" ||
      meaning === "username" ||
      meaning === "email" ||
      meaning === "one-time-code" ||
      meaning === null
    );
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
export function assignPasswords(fields: readonly Field[], purposes: Purposes): void {
  // The PIN of a gift card is printed on it, not memorized.
  const isBought = purposes("login") === 0 && fields.some((field) => BOUGHT.test(wordsOf(field)));
  const masked = fields.filter(({ facts, role }) => facts.hasMask && role === null);
  // A phrase of twelve words is not a password, and no form asks for five passwords.
  const passwords = isBought || masked.length > MOST_ASKED ? [] : fields.filter(isPassword);
  const asked = passwords.map(whichOf);
  if (passwords.length === 1) assignSinglePassword(passwords[0], asked[0] ?? null, fields, purposes);
  else for (const [at, field] of passwords.entries()) field.role = ofSeveral(at, asked, passwords, purposes);
}

/** Decided by the texts at the field, weighed against its `autocomplete`. */
function whichOf({ facts }: Field): PasswordKind | null {
  const { label, aria, placeholder, near, name, id, other } = facts.texts;
  for (const text of [[label, aria, placeholder].join(" "), near, [name, id, other].join(" ")]) {
    const found = new Set(PASSWORD_KINDS.find(text).map((match) => match.name));
    if (found.has("current") && !found.has("new")) return "current";
    if (found.has("again")) return "again";
    if (found.has("new")) return "new";
  }
  return null;
}

const ROLES = { current: "current-password", new: "new-password", again: "new-password" } as const;

function assignSinglePassword(field: Field | undefined, which: PasswordKind | null, fields: readonly Field[], purposes: Purposes): void {
  if (field === undefined) return;
  const login = purposes("login");
  const apart = purposes("signup") + purposes("change") + purposes("reset") + purposes("unlike") + (tellsMore(fields) ? 3 : 0);
  const { token } = field.facts;
  if (token === "current-password") field.role = "current-password";
  // Also used on login fields, to keep browsers from filling them.
  else if (token === "new-password") field.role = login > apart && which === null ? "current-password" : "new-password";
  else if (which === "current") field.role = "current-password";
  else if (which === "new") field.role = login > apart + 3 ? "current-password" : "new-password";
  else if (which === "again") field.role = apart > login ? "new-password" : "current-password";
  else field.role = apart > login ? "new-password" : "current-password";
}

/** A login does not ask for a name, birthday or address. */
const tellsMore = (fields: readonly Field[]): boolean =>
  fields.some(({ guess }) =>
    /^(given-name|family-name|bday.*|street-address|address-line1|postal-code|sex|organization)$/.test(guess.meaning ?? ""),
  );

function ofSeveral(at: number, asked: readonly (PasswordKind | null)[], passwords: readonly Field[], purposes: Purposes): Field["role"] {
  const which = asked[at] ?? null;
  const token = passwords[at]?.facts.token;
  const apart = purposes("signup") + purposes("change") + purposes("reset") + purposes("unlike");
  if (which === "current") return "current-password";
  if (token === "current-password" || token === "new-password") return token;
  if (which !== null) return ROLES[which];
  // The field that the next one repeats.
  if (asked[at + 1] === "again") return "new-password";
  if (passwords.length > 2) return at === 0 && !asked.includes("current") ? "current-password" : "new-password";
  if (asked.includes("current")) return "new-password";
  if (asked.includes("new") && at === 0) return "current-password";
  if (purposes("change") > purposes("signup") && purposes("change") > purposes("reset") && !asked.includes("again"))
    return at === 0 ? "current-password" : "new-password";
  return purposes("login") > apart && !asked.includes("again") ? "current-password" : "new-password";
}
