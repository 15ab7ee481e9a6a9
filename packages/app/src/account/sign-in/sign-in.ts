/** The first step of signing in: what is asked for, and what is said when it is refused. */
import type { SignedIn } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { alert } from "../../ui/confirm.ts";
import { messageFor } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";
import { checkEmail } from "../email.ts";
import { firstError, requireAll } from "../required-fields.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const checkCredentials = ({ email, password }: Credentials): Refusal =>
  requireAll({ email: email.trim(), password }) ?? firstError(["email", checkEmail(email)]);

/** What the form says when signing in threw: the refusal's own words, else the specification's three fallbacks (1 §8). The password has to be typed again. */
export const signInRefusal = (error: unknown): Refusal => ({ whole: messageOfSignIn(error), at: "password" });

function messageOfSignIn(error: unknown): string {
  if (error instanceof AppError && error.code === "invalid_credentials") return error.message || "Invalid credentials";
  return messageFor(error, { refused: "Login failed", threw: "An error occurred during login" });
}

const DELETION_TAKEN_BACK =
  "You had asked for this account to be deleted. Signing in canceled that, so the account and everything in it stay. To delete it after all, ask again in the settings.";

/** What has to be read after a sign-in: that it kept an account from being deleted. */
export function sayDeletionTakenBack({ isDeletionTakenBack }: SignedIn): void {
  if (isDeletionTakenBack) void alert(DELETION_TAKEN_BACK, "Your account stays");
}
