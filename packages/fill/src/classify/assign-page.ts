/** The roles of all fields of a page: form by form, and then what only a look at the page as a whole tells. */
import type { FieldFacts } from "../page/field-facts.ts";
import type { Surroundings } from "../page/form-groups.ts";
import { assignRoles } from "./assign-roles.ts";
import { type Field, isText } from "./field.ts";

interface FormFacts {
  readonly facts: readonly FieldFacts[];
  /** Read when it is asked for; throws where the names of a form's fields hide what a form can do. */
  readonly surroundings: () => Surroundings;
}

interface Placed {
  readonly fields: readonly Field[];
  /** Index of the form that they are filled with. */
  readonly form: number;
}

/** @returns the fields of each form, in the same order. */
export function assignPage(forms: readonly FormFacts[]): Placed[] {
  const placed = forms.map((form, at) => ({ fields: rolesOrNone(form), form: at }));
  for (const [at, { fields }] of placed.entries()) {
    const before = placed[at - 1];
    const name = before && lacksUsername(fields) ? onlyIdentifier(before.fields) : null;
    if (name === null || before === undefined) continue;
    name.role = "username";
    before.form = at;
  }
  dropCodesOfNewAccounts(placed.flatMap(({ fields }) => fields));
  return placed;
}

/** The step after a sign-up, which pages keep at hand: the vault has no code for an account that is only being made. */
function dropCodesOfNewAccounts(fields: readonly Field[]): void {
  const has = (role: Field["role"]): boolean => fields.some((field) => field.role === role);
  if (!has("new-password") || has("current-password")) return;
  for (const field of fields) if (field.role === "one-time-code" && field.facts.token === null) field.role = "none";
}

/** A form whose field names shadow DOM methods (`<input name="getAttribute">`) gets no roles, without affecting the others. */
function rolesOrNone({ facts, surroundings }: FormFacts): Field[] {
  try {
    return rolesWithFixed(facts, surroundings());
  } catch {
    return facts.map((fact) => ({ facts: fact, guess: NO_GUESS, role: null }));
  }
}

/** A value that stays, before a password without another user name, is who is signing in. */
function rolesWithFixed(facts: readonly FieldFacts[], surroundings: Surroundings): Field[] {
  const open = assignRoles(
    facts.filter(({ isFixed }) => !isFixed),
    surroundings,
  );
  if (open.length === facts.length || !hasOnlyPassword(open)) return open;
  const names = assignRoles(facts, surroundings).filter((field) => field.facts.isFixed && field.role === "username");
  return [...names, ...open];
}

const hasOnlyPassword = (fields: readonly Field[]): boolean =>
  fields.some(({ role }) => role === "current-password") && !fields.some(({ role }) => role === "username" || role === "new-password");

const NO_GUESS: Field["guess"] = { meaning: null, score: 0, scores: new Map(), read: null };

/** Pages put the password alone into a form, and the user name before it. */
const lacksUsername = (fields: readonly Field[]): boolean =>
  fields.filter(({ role }) => role === "current-password").length === 1 && !fields.some(isText);

const IDENTIFIES: ReadonlySet<string | null> = new Set(["username", "email", "number", "tel"]);

function onlyIdentifier(fields: readonly Field[]): Field | null {
  const [only, ...others] = fields.filter(({ facts }) => facts.tag === "input");
  const isFit = only !== undefined && isText(only) && !only.facts.isInSearch && IDENTIFIES.has(only.guess.meaning);
  return isFit && others.length === 0 ? only : null;
}
