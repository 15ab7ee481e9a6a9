/** The first step of signing in: what is asked for, and what is said when it is refused. */
import { AppError } from "@coffer/contract/errors";
import type { Refusal } from "../../ui/form/form-state.ts";
import { messageFor } from "../../ui/message.ts";
import { askForAll, firstWrong } from "../asked.ts";
import { checkEmail } from "../email.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const checkCredentials = ({ email, password }: Credentials): Refusal =>
  askForAll({ email: email.trim(), password }) ?? firstWrong(["email", checkEmail(email)]);

/** What the form says when signing in threw: the refusal's own words, else the specification's three fallbacks (1 §8). The password is what to type anew. */
export const signInRefusal = (error: unknown): Refusal => ({ whole: messageOfSignIn(error), at: "password" });

function messageOfSignIn(error: unknown): string {
  if (error instanceof AppError && error.code === "invalid_credentials") return error.message || "Invalid credentials";
  return messageFor(error, { refused: "Login failed", threw: "An error occurred during login" });
}
