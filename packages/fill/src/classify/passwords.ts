/** Which password each password field asks for. */

import { PASSWORD_KINDS, type PasswordKind } from "../words/password-kinds.ts";
import { type Field, wordsOf } from "./field.ts";
import type { Purposes } from "./form-purpose.ts";

/** An unmasked field has to say it twice. */
const SURE = 15;
/** Words that mean a password and nothing else: a PIN or NIP that may be seen is something else. */
const STRONG =
  /passw|passphrase|kennwort|mot ?de ?passe|mdp|contrasen|senha|wachtwoord|haslo|losen|heslo|jelszo|sifre|parola|パスワード|密码|密碼|парол|비밀번호|كلمة|סיסמ|lozinka|salasana|kodeord/;
/** The old one, the new one and the new one again, and one for something else. */
const MOST_ASKED = 4;
const BOUGHT = /gift ?card|gutschein|geschenkkarte|carte cadeau|tarjeta regalo|voucher/;

function isPassword({ facts, guess, role }: Field): boolean {
  // One or two letters are a part of something that is known by heart.
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

/** Gives every password of a group its role, and says whether one signs in here. */
export function assignPasswords(fields: readonly Field[], purposes: Purposes): void {
  // The PIN of a gift card is scratched free, not known.
  const isBought = purposes("login") === 0 && fields.some((field) => BOUGHT.test(wordsOf(field)));
  const masked = fields.filter(({ facts, role }) => facts.hasMask && role === null);
  // A phrase of twelve words is no password, and nobody asks for five of them.
  const passwords = isBought || masked.length > MOST_ASKED ? [] : fields.filter(isPassword);
  const asked = passwords.map(whichOf);
  if (passwords.length === 1) assignSinglePassword(passwords[0], asked[0] ?? null, fields, purposes);
  else for (const [at, field] of passwords.entries()) field.role = ofSeveral(at, asked, passwords, purposes);
}

/** Only what is written tells; what the page says outright is weighed with it. */
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
  // Said of fields where one signs in, too, to keep browsers from filling them.
  else if (token === "new-password") field.role = login > apart && which === null ? "current-password" : "new-password";
  else if (which === "current") field.role = "current-password";
  else if (which === "new") field.role = login > apart + 3 ? "current-password" : "new-password";
  else if (which === "again") field.role = apart > login ? "new-password" : "current-password";
  else field.role = apart > login ? "new-password" : "current-password";
}

/** Whoever signs in gives no name, birthday or address. */
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
  // The one that the next repeats.
  if (asked[at + 1] === "again") return "new-password";
  if (passwords.length > 2) return at === 0 && !asked.includes("current") ? "current-password" : "new-password";
  if (asked.includes("current")) return "new-password";
  if (asked.includes("new") && at === 0) return "current-password";
  if (purposes("change") > purposes("signup") && purposes("change") > purposes("reset") && !asked.includes("again"))
    return at === 0 ? "current-password" : "new-password";
  return purposes("login") > apart && !asked.includes("again") ? "current-password" : "new-password";
}
