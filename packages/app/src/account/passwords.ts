/** What forms check of master passwords: a new one by its rule, its confirmation and its hint; an old one only for being there. */
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";
import type { Refusal } from "../ui/form/form-state.ts";

export interface NewPasswordValues {
  readonly password: string;
  readonly confirmation: string;
}

/** The first of the messages that there is, with the field it is about. */
export const firstWrong = (...found: readonly (readonly [at: string, message: string | null])[]): Refusal => {
  const [at, whole] = found.find(([, message]) => message !== null) ?? [];
  return at === undefined || whole === undefined ? {} : { whole, at };
};

export const checkNewPassword = ({ password, confirmation, hint }: NewPasswordValues & { readonly hint: string }): Refusal =>
  firstWrong(
    ["password", checkRegistrationPassword(password)],
    ["confirmation", checkConfirmation(password, confirmation)],
    ["hint", checkHint(hint, password)],
  );

const FILL_ALL = "Please fill in all fields";

/** Asks for the fields that are empty; the focus goes to the first. */
export function askForAll(values: Readonly<Record<string, string>>): Refusal | null {
  const at = Object.keys(values).find((name) => values[name] === "");
  return at === undefined ? null : { whole: FILL_ALL, at };
}

/** For forms that ask for nothing but the master password one has. */
export const askForPassword = ({ password }: { readonly password: string }): Refusal =>
  password === "" ? { fields: { password: "Please enter your master password" } } : {};
