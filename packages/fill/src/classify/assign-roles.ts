/** Determines the roles of the fields of one form from what was read at them: no page is needed, so that pages can be read once and weighed often. */
import type { FieldFacts } from "../page/field-facts.ts";
import type { Surroundings } from "../page/form-groups.ts";
import { MEANINGS } from "../words/lexicon.ts";
import { assignCards, assignCertainCards } from "./cards.ts";
import { assignCodes, dropSentCodes } from "./codes.ts";
import type { Field } from "./field.ts";
import { type Purposes, purposesOf } from "./form-purpose.ts";
import { guess, withoutMisleadingToken } from "./guess.ts";
import { assignPasswords } from "./passwords.ts";
import { assignPersonalFields } from "./personal-fields.ts";
import { assignUsernames } from "./usernames.ts";

/** @returns the fields in the same order. */
export function assignRoles(facts: readonly FieldFacts[], surroundings: Surroundings): Field[] {
  const fields: Field[] = facts.map(withoutMisleadingToken).map((fact) => ({ facts: fact, guess: guess(fact), role: null }));
  const purposes = purposesOf(surroundings);
  if (isSearch(fields, purposes)) return fields;
  if (isConnectionSettings(fields, purposes)) return fields.map((field) => ({ ...field, role: field.facts.token }));
  assignCertainCards(fields, purposes);
  assignCodes(fields, purposes);
  assignPasswords(fields, purposes, surroundings);
  dropSentCodes(fields, surroundings, purposes);
  assignUsernames(fields, purposes);
  assignCards(fields, purposes);
  assignPersonalFields(fields, purposes);
  return fields;
}

function isSearch(fields: readonly Field[], purposes: Purposes): boolean {
  const tells = fields.some(
    ({ facts, guess: { meaning } }) =>
      facts.hasMask ||
      facts.token !== null ||
      meaning === "email" ||
      meaning === "given-name" ||
      meaning === "username" ||
      meaning === "tel" ||
      meaning === "family-name" ||
      meaning === "street-address",
  );
  return fields.every(({ facts }) => facts.isInSearch) || (!tells && purposes("search") >= 5);
}

const OF_MACHINES = /\b(host|hostname|smtp|port|ssid|imap|ldap|proxy|database|bucket|endpoint|dns)\b/;
const namesMachine = (text: string): boolean => OF_MACHINES.test(text) && MEANINGS.has("other", text);

/** Connection settings (hosts, ports, API keys) are not a login. */
function isConnectionSettings(fields: readonly Field[], purposes: Purposes): boolean {
  const asks = fields.some(({ facts: { texts } }) => {
    const { label, placeholder, name, near } = texts;
    return OF_MACHINES.test(`${label}\n${placeholder}\n${name}\n${near}`) && [label, placeholder, name, near].some(namesMachine);
  });
  // A seller of networks or of storage has accounts too.
  const ofPeople = purposes("login") + purposes("signup");
  return purposes("settings") >= 3 && (asks || ofPeople === 0)
    ? !fields.some(({ facts, guess: { meaning } }) => facts.token === "current-password" || /^(given|family)-name$/.test(meaning ?? ""))
    : asks && ofPeople < 4;
}
