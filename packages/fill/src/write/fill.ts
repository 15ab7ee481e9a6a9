/** Fills one form of a document: the focused one, or the first that asks for the available values. */

import { isFixed } from "../page/field-facts.ts";
import { activeIn, type Control } from "../page/find-controls.ts";
import type { TaughtRole } from "../page/taught-fields.ts";
import { type RecognisedField, recognise } from "../recognise.ts";
import type { Role } from "../roles.ts";
import { optionFor } from "./choose-option.ts";
import { isOther } from "./named.ts";
import { textsFor, type Values } from "./values.ts";
import { writeValue } from "./write-value.ts";

export interface Filled {
  /** Roles that were filled. */
  readonly filled: readonly Role[];
  /** Roles that the page did not accept. */
  readonly refused: readonly Role[];
}

/** The main fields of each kind of form: the others are not filled without one of them. */
const MAIN: readonly Role[] = [
  "current-password",
  "cc-number",
  "one-time-code",
  "new-password",
  "username",
  "street-address",
  "address-line1",
  "email",
];

/**
 * @param taught - roles the user assigned to fields of this page.
 * @param named - where no one has picked: whose login it is. Then nothing is overwritten, and no password goes under another name.
 */
export function fill(document: Document, values: Values, taught: readonly TaughtRole[] = [], named?: string): Filled {
  const { isRedrawn, ...first } = fillOnce(document, values, taught, named);
  if (!isRedrawn) return first;
  // A page that re-renders its form on input has new fields now: they get the remaining values, once.
  const left = Object.entries(values).filter(([role]) => !first.filled.includes(role as Role));
  const { filled } = fillOnce(document, Object.fromEntries(left), taught, named);
  return { filled: [...first.filled, ...filled], refused: first.refused.filter((role) => !filled.includes(role)) };
}

interface Turn extends Filled {
  /** Whether fields disappeared while others were written. */
  readonly isRedrawn: boolean;
}

function fillOnce(document: Document, values: Values, taught: readonly TaughtRole[], named: string | undefined): Turn {
  const seen = recognise(document, { taught });
  const form = chooseForm(seen, values, activeIn(document));
  const within = seen.filter(({ form: its, role }) => its === form && role !== "none");
  if (within.some(({ control, role }) => role === "username" && isOther(control.value, named)))
    return { filled: [], refused: [], isRedrawn: false };
  // What is there already is no other text.
  const isFree = ({ control, role }: RecognisedField): boolean => named === undefined || ["", values[role]].includes(control.value);
  const isHalf = within.some((field) => lacksCode(field, values));
  const fields = within.filter((field) => !isFixed(field.control) && isFree(field) && !(isHalf && REST_OF_NUMBER.test(field.role)));
  if (fields.some(({ control }) => sendsUnencrypted(control)))
    return { filled: [], refused: fields.map(({ role }) => role), isRedrawn: false };
  const texts = textsFor(
    fields.map(({ control, role }) => ({
      role,
      type: control.type,
      maxLength: "maxLength" in control && control.maxLength > 0 ? control.maxLength : Number.POSITIVE_INFINITY,
      sample: control.getAttribute("placeholder") ?? "",
    })),
    values,
  );
  const done = fields.flatMap(({ control, role }, at) => {
    const text = texts[at];
    return text === null || text === undefined || text === ""
      ? []
      : [{ role, isHeld: writeValue(control, { role, text, known: values.known?.[role] }) }];
  });
  return {
    isRedrawn: fields.some(({ control }) => !control.isConnected),
    filled: done.filter(({ isHeld }) => isHeld).map(({ role }) => role),
    refused: done.filter(({ isHeld }) => !isHeld).map(({ role }) => role),
  };
}

const REST_OF_NUMBER = /^tel-(?!c)/;

/** A list of telephone codes without the person's: the rest of the number would be another country's. */
function lacksCode({ control, role }: RecognisedField, { [role]: text, known }: Values): boolean {
  if (role !== "tel-country-code" || control.localName !== "select" || text === undefined) return false;
  return optionFor(control as HTMLSelectElement, { role, text, known: known?.[role] }) === undefined;
}

/** Whether the form, or one of its buttons, sends over an unencrypted connection. Loopback is exempt. */
function sendsUnencrypted({ form }: Control): boolean {
  const buttons = Array.from(form?.querySelectorAll("[formaction]") ?? [], (button) => button.getAttribute("formaction"));
  return [form?.getAttribute("action"), ...buttons].some((action) => {
    const url = action ? URL.parse(action, form?.baseURI) : null;
    return url?.protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  });
}

/** A line alone takes the whole street address. */
const isGiven = (role: Role, values: Values): boolean =>
  values[role] !== undefined || (role === "address-line1" && values["street-address"] !== undefined);

function chooseForm(seen: readonly RecognisedField[], values: Values, active: Element | null): number {
  const wanted = seen.filter(({ role }) => role !== "none" && (isGiven(role, values) || role.startsWith("cc-") || role.startsWith("bday")));
  const here = wanted.find(
    ({ control, form }) => control === active || seen.some((other) => other.form === form && other.control === active),
  );
  const main = MAIN.flatMap((role) => wanted.filter((field) => field.role === role && isGiven(role, values)));
  return (here ?? main[0] ?? wanted[0])?.form ?? -1;
}
