/**
 * The steps of signing in. The second step, where there is one, has states of its own (second-step.ts).
 *
 *   editing ──submit──▶ checking ──signed-in──▶ done
 *      ▲                 │    │                   ▲
 *      ├─────refused─────┘    └─code-asked▶ code ─┘ signed-in
 *      └───────────────again────────────────┘
 */
import { AppError } from "@coffer/contract/errors";
import { messageFor } from "../../ui/message.ts";

export type SignInState =
  | { readonly step: "editing"; readonly problem: string | null }
  | { readonly step: "checking" }
  | { readonly step: "code"; readonly tempToken: string }
  | { readonly step: "done" };

export type SignInEvent =
  | { readonly type: "submit"; readonly email: string; readonly password: string }
  | { readonly type: "edit" }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "code-asked"; readonly tempToken: string }
  | { readonly type: "again"; readonly problem: string | null }
  | { readonly type: "signed-in" };

export const SIGN_IN_START: SignInState = { step: "editing", problem: null };
export const FILL_ALL = "Please fill in all fields";
const SIGN_IN_FAILED = "Login failed";

export function signIn(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case "submit":
      if (state.step !== "editing") return state;
      return event.email.trim() === "" || event.password === "" ? { step: "editing", problem: FILL_ALL } : { step: "checking" };
    case "edit":
      return state.step === "editing" && state.problem !== null ? { step: "editing", problem: null } : state;
    case "refused":
      return state.step === "checking" ? { step: "editing", problem: event.problem } : state;
    case "code-asked":
      return state.step === "checking" ? { step: "code", tempToken: event.tempToken } : state;
    case "again":
      return state.step === "code" ? { step: "editing", problem: event.problem } : state;
    case "signed-in":
      return state.step === "checking" || state.step === "code" ? { step: "done" } : state;
  }
}

/** What the page says when signing in threw: the refusal's own sentence, else the specification's three fallbacks (1 §8). */
export function signInProblem(error: unknown): string {
  if (error instanceof AppError && error.code === "invalid_credentials") return error.message || "Invalid credentials";
  return messageFor(error, { refused: SIGN_IN_FAILED, threw: "An error occurred during login" });
}
