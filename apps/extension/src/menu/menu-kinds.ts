/** At which fields the menu opens, and with what. Pure. */
import type { Role } from "@coffer/fill/roles";
import type { MenuKind } from "./messages.ts";

/** What the vault holds of people. A field for anything else has nothing to be offered. */
const OF_PEOPLE =
  /^(?:name|given-name|additional-name|family-name|email|tel|tel-(?:national|country-code|area-code|local.*)|street-address|address-line[123]|address-level[123]|postal-code|country|country-name|bday|sex)$/;

/** Fields at which the page says that a passkey may come instead. */
export const isForPasskeys = (autocomplete: string): boolean => /(?:^|\s)webauthn\s*$/i.test(autocomplete);

/** @param others - roles of all fields of its form. @returns null where no menu opens. */
export function menuKindOf(role: Role, others: readonly Role[]): MenuKind | null {
  if (role === "new-password" || role === "current-password" || role === "one-time-code") return OF_SECRETS[role];
  // A person who chooses a name for a new account has none to fill in.
  if (role === "username") return others.includes("new-password") && !others.includes("current-password") ? null : "login";
  if (role.startsWith("cc-")) return "card";
  return OF_PEOPLE.test(role) ? "personal" : null;
}

const OF_SECRETS = { "new-password": "new-password", "current-password": "login", "one-time-code": "code" } as const;
