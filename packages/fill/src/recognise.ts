/** Determines the role of every field in a document. Only reads the page; the same page always gives the same result. */

import { assignCards, assignCertainCards } from "./classify/cards.ts";
import { assignCodes } from "./classify/codes.ts";
import type { Field } from "./classify/field.ts";
import { type Purposes, purposesOf } from "./classify/form-purpose.ts";
import { guess, withoutMisleadingToken } from "./classify/guess.ts";
import { assignPasswords } from "./classify/passwords.ts";
import { assignPersonalFields } from "./classify/personal-fields.ts";
import { assignUsernames } from "./classify/usernames.ts";
import { type FieldFacts, factsOf, isEditable } from "./page/field-facts.ts";
import { type Control, controlsOf, parentOf } from "./page/find-controls.ts";
import { groupOf, surroundingsOf } from "./page/form-groups.ts";
import { type TaughtRole, taughtRoles } from "./page/taught-fields.ts";
import type { Role } from "./roles.ts";
import { MEANINGS } from "./words/lexicon.ts";

export interface RecognisedField {
  readonly control: Control;
  readonly role: Role;
  /** Index of its form in the document; -1 for a field without a role. */
  readonly form: number;
}

/** A page may contain a table with ten thousand fields, which no user fills in. */
const MOST_FIELDS = 400;
const NEAR = 4;

export interface Options {
  /** False when each frame runs its own script. */
  readonly withFrames?: boolean;
  readonly thisYear?: number;
  /** Roles the user assigned to fields of this page: they override the recognized ones. */
  readonly taught?: readonly TaughtRole[];
}

/** @returns one entry for each input, select and textarea: the document's own in order, then those in shadow roots and frames. */
export function recognise(document: Document, options: Options = {}): RecognisedField[] {
  const { withFrames = false, thisYear = new Date().getFullYear(), taught = [] } = options;
  const controls = controlsOf(document, withFrames);
  const told = taughtRoles(controls, taught);
  const isInFront = inFrontOf(document);
  const open = examinedControls(controls)
    .map((control) => factsOf(control, thisYear))
    .filter(({ isOpen, control }) => isOpen && isInFront(control));
  const found = new Map<Control, RecognisedField>();
  for (const [form, group] of grouped(open).entries()) {
    for (const { facts, role: read } of rolesOrNone(group)) {
      const role = told.get(facts.control) ?? read;
      if (role !== null && role !== "none") found.set(facts.control, { control: facts.control, role, form });
    }
  }
  return controls.map((control) => found.get(control) ?? { control, role: "none", form: -1 });
}

/** While a modal dialog is open, fields behind it cannot be used, even if visible. */
function inFrontOf(document: Document): (control: Control) => boolean {
  const modal = Array.from(document.querySelectorAll(":modal")).at(-1);
  if (modal === undefined) return () => true;
  return (control) => {
    for (let at: Element | null = control; at !== null; at = parentOf(at)) if (at === modal) return true;
    return false;
  };
}

/** The first fields of the page, and those near a password or a field with `autocomplete`, however far down. */
function examinedControls(controls: readonly Control[]): Control[] {
  const written = controls.filter(isEditable);
  if (written.length <= MOST_FIELDS) return written;
  const tells = written.map((control) => control.type === "password" || (control.getAttribute("autocomplete") ?? "off") !== "off");
  const isNear = (at: number): boolean => tells.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(true);
  return written.filter((_, at) => at < MOST_FIELDS / 2 || isNear(at)).slice(0, MOST_FIELDS);
}

interface Group {
  readonly holder: ReturnType<typeof groupOf>;
  readonly facts: FieldFacts[];
}

function grouped(open: readonly FieldFacts[]): Group[] {
  const groups = new Map<Group["holder"], FieldFacts[]>();
  for (const facts of open) {
    const holder = groupOf(facts.control);
    const known = groups.get(holder);
    if (known) known.push(facts);
    else groups.set(holder, [facts]);
  }
  return Array.from(groups, ([holder, facts]) => ({ holder, facts }));
}

/** A form whose field names shadow DOM methods (`<input name="getAttribute">`) gets no roles, without affecting the others. */
function rolesOrNone(group: Group): Pick<Field, "facts" | "role">[] {
  try {
    return assignRoles(group);
  } catch {
    return group.facts.map((facts) => ({ facts, role: null }));
  }
}

function assignRoles({ holder, facts }: Group): Field[] {
  const fields: Field[] = facts.map(withoutMisleadingToken).map((fact) => ({ facts: fact, guess: guess(fact), role: null }));
  const purposes = purposesOf(surroundingsOf(holder));
  if (isSearch(fields, purposes)) return fields;
  if (isConnectionSettings(fields, purposes)) return fields.map((field) => ({ ...field, role: field.facts.token }));
  assignCertainCards(fields, purposes);
  assignCodes(fields, purposes);
  assignPasswords(fields, purposes);
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

/** Connection settings (hosts, ports, API keys) are not a login. */
function isConnectionSettings(fields: readonly Field[], purposes: Purposes): boolean {
  const asks = fields.some(({ facts: { texts } }) =>
    [texts.label, texts.placeholder, texts.name, texts.near].some(
      (text) => /\b(host|hostname|smtp|port|ssid|imap|ldap|proxy|database|bucket|endpoint|dns)\b/.test(text) && MEANINGS.has("other", text),
    ),
  );
  return purposes("settings") >= 3 && (asks || purposes("login") === 0)
    ? !fields.some(({ facts, guess: { meaning } }) => facts.token === "current-password" || /^(given|family)-name$/.test(meaning ?? ""))
    : asks && purposes("login") < 4;
}
