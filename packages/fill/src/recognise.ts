/** What every field of a document is. Reads the page and changes nothing; the same page gives the same answer. */
import { type Facts, factsOf, isWritten } from "./page/facts.ts";
import { groupOf, surroundingsOf } from "./page/groups.ts";
import { type Taught, taughtIn } from "./page/taught.ts";
import { type Control, controlsOf, parentOf } from "./page/walk.ts";
import type { Role } from "./roles.ts";
import { settleCards, settleSureCards } from "./see/cards.ts";
import { settleCodes } from "./see/codes.ts";
import type { Field } from "./see/field.ts";
import { guess, honest } from "./see/guess.ts";
import { settlePasswords } from "./see/passwords.ts";
import { settlePeople } from "./see/people.ts";
import { type Purposes, purposesOf } from "./see/purpose.ts";
import { settleUsers } from "./see/users.ts";
import { MEANINGS } from "./words/lexicon.ts";

export interface Seen {
  readonly control: Control;
  readonly role: Role;
  /** Which form of the document it belongs to, counted from 0; -1 for one without a role. */
  readonly form: number;
}

/** A page may hold a table of ten thousand fields; no person fills in that many. */
const MOST_FIELDS = 400;
const NEAR = 4;

export interface Options {
  /** False where each frame has a script of its own. */
  readonly withFrames?: boolean;
  readonly thisYear?: number;
  /** What a person has said of fields of this page: it counts before anything that is read. */
  readonly taught?: readonly Taught[];
}

/** @returns one entry for each input, select and textarea: the document's own in its order, then those in shadow roots and frames. */
export function recognise(document: Document, options: Options = {}): Seen[] {
  const { withFrames = false, thisYear = new Date().getFullYear(), taught = [] } = options;
  const controls = controlsOf(document, withFrames);
  const told = taughtIn(controls, taught);
  const isInFront = inFrontOf(document);
  const open = worthALook(controls)
    .map((control) => factsOf(control, thisYear))
    .filter(({ isOpen, control }) => isOpen && isInFront(control));
  const found = new Map<Control, Seen>();
  for (const [form, group] of grouped(open).entries()) {
    for (const { facts, role: read } of settledOrNot(group)) {
      const role = told.get(facts.control) ?? read;
      if (role !== null && role !== "none") found.set(facts.control, { control: facts.control, role, form });
    }
  }
  return controls.map((control) => found.get(control) ?? { control, role: "none", form: -1 });
}

/** While a modal dialog is open nobody comes to what lies behind it, though it may be seen. */
function inFrontOf(document: Document): (control: Control) => boolean {
  const modal = Array.from(document.querySelectorAll(":modal")).at(-1);
  if (modal === undefined) return () => true;
  return (control) => {
    for (let at: Element | null = control; at !== null; at = parentOf(at)) if (at === modal) return true;
    return false;
  };
}

/** The first ones, and those around whatever asks for a secret or says what it is, however far down. */
function worthALook(controls: readonly Control[]): Control[] {
  const written = controls.filter(isWritten);
  if (written.length <= MOST_FIELDS) return written;
  const tells = written.map((control) => control.type === "password" || (control.getAttribute("autocomplete") ?? "off") !== "off");
  const isNear = (at: number): boolean => tells.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(true);
  return written.filter((_, at) => at < MOST_FIELDS / 2 || isNear(at)).slice(0, MOST_FIELDS);
}

interface Group {
  readonly holder: ReturnType<typeof groupOf>;
  readonly facts: Facts[];
}

function grouped(open: readonly Facts[]): Group[] {
  const groups = new Map<Group["holder"], Facts[]>();
  for (const facts of open) {
    const holder = groupOf(facts.control);
    const known = groups.get(holder);
    if (known) known.push(facts);
    else groups.set(holder, [facts]);
  }
  return Array.from(groups, ([holder, facts]) => ({ holder, facts }));
}

/** A form whose fields bear the names of what we ask it (`<input name="getAttribute">`) is left alone, and the others are not. */
function settledOrNot(group: Group): Pick<Field, "facts" | "role">[] {
  try {
    return settled(group);
  } catch {
    return group.facts.map((facts) => ({ facts, role: null }));
  }
}

function settled({ holder, facts }: Group): Field[] {
  const fields: Field[] = facts.map(honest).map((fact) => ({ facts: fact, guess: guess(fact), role: null }));
  const purposes = purposesOf(surroundingsOf(holder));
  if (isSearch(fields, purposes)) return fields;
  if (isMachine(fields, purposes)) return fields.map((field) => ({ ...field, role: field.facts.token }));
  settleSureCards(fields, purposes);
  settleCodes(fields, purposes);
  settlePasswords(fields, purposes);
  settleUsers(fields, purposes);
  settleCards(fields, purposes);
  settlePeople(fields, purposes);
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

/** What one machine is to know of another is nobody's login. */
function isMachine(fields: readonly Field[], purposes: Purposes): boolean {
  const asks = fields.some(({ facts: { texts } }) =>
    [texts.label, texts.placeholder, texts.name, texts.near].some(
      (text) => /\b(host|hostname|smtp|port|ssid|imap|ldap|proxy|database|bucket|endpoint|dns)\b/.test(text) && MEANINGS.has("other", text),
    ),
  );
  return purposes("settings") >= 3 && (asks || purposes("login") === 0)
    ? !fields.some(({ facts, guess: { meaning } }) => facts.token === "current-password" || /^(given|family)-name$/.test(meaning ?? ""))
    : asks && purposes("login") < 4;
}
