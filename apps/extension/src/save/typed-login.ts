/** What was typed into the fields of a form, by what they are. Pure. */
import type { Role } from "@coffer/fill/roles";
import type { TypedLogin } from "./messages.ts";

export interface ValueOf {
  readonly role: Role;
  /** Of the page, as `recognise` counts them. */
  readonly form: number;
  readonly value: string;
}

const SHORTEST = 3;
const LONGEST = 1_000;
const isPassword = ({ role, value }: ValueOf): boolean =>
  (role === "current-password" || role === "new-password") && value.length >= SHORTEST && value.length <= LONGEST;

/** The form with a password in it, the focused one first; else a user name alone. @returns null where there is nothing that a login has. */
export function typedLoginIn(values: readonly ValueOf[], inForm: number): TypedLogin | null {
  const forms = [inForm, ...values.filter(isPassword).map(({ form }) => form)];
  const form = forms.find((one) => values.some((value) => value.form === one && isPassword(value))) ?? inForm;
  const fields = values.filter((value) => value.form === form);
  const find = (role: Role): string => fields.find((field) => field.role === role && field.value !== "")?.value ?? "";
  const current = fields.find((field) => field.role === "current-password" && isPassword(field))?.value ?? "";
  const next = fields.find((field) => field.role === "new-password" && isPassword(field))?.value ?? "";
  const username = (find("username") || find("email")).trim().slice(0, LONGEST);
  return username === "" && current === "" && next === "" ? null : { username, current, next };
}
