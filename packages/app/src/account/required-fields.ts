/** Checks for required fields. Apart from the rules for new passwords, which the sign-in does not load. */
import type { Refusal } from "../ui/form/form-state.ts";

const FILL_ALL = "Please fill in all fields";

/** Asks for the fields that are empty; the focus goes to the first. */
export function requireAll(values: Readonly<Record<string, string>>): Refusal | null {
  const at = Object.keys(values).find((name) => values[name] === "");
  return at === undefined ? null : { whole: FILL_ALL, at };
}

/** The first of the messages that there is, with the field it is about. */
export const firstError = (...found: readonly (readonly [at: string, message: string | null])[]): Refusal => {
  const [at, whole] = found.find(([, message]) => message !== null) ?? [];
  return at === undefined || whole === undefined ? {} : { whole, at };
};

/** For forms that ask only for the current master password. */
export const requirePassword = ({ password }: { readonly password: string }): Refusal =>
  password === "" ? { fields: { password: "Please enter your master password" } } : {};
