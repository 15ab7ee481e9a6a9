/**
 * The second step of signing in: a code of the authenticator, or one of the recovery codes, or a request for help.
 *
 *   entry ──submit──▶ verifying ──verified──▶ done
 *    ▲ ▲                  │
 *    │ └─────refused──────┘
 *    │
 *    └──back── help ──send──▶ sending ──sent──▶ entry
 *               ▲                │
 *               └─────failed─────┘
 *
 * What was typed as a code stays while the help form is open.
 */
import { CODE_FORM, RECOVERY_CODE_FORM } from "@coffer/core/account/codes";
import { messageFor } from "../../ui/message.ts";

export interface SecondStepState {
  readonly step: "entry" | "verifying" | "help" | "sending" | "done";
  readonly code: string;
  /** Whether the code is one of the ten recovery codes in place of the authenticator's. */
  readonly isRecoveryCode: boolean;
  readonly message: string;
  readonly problem: string | null;
}

export type SecondStepEvent =
  | { readonly type: "code"; readonly code: string }
  | { readonly type: "way"; readonly isRecoveryCode: boolean }
  | { readonly type: "submit"; readonly code?: string }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "verified" }
  | { readonly type: "help" }
  | { readonly type: "back" }
  | { readonly type: "message"; readonly message: string }
  | { readonly type: "send" }
  | { readonly type: "sent" }
  | { readonly type: "failed" };

export const SECOND_STEP_START: SecondStepState = { step: "entry", code: "", isRecoveryCode: false, message: "", problem: null };

export const ENTER_CODE = "Please enter the MFA code";
export const INVALID_CODE = "Invalid MFA code";
export const ENTER_MESSAGE = "Please provide a message for the administrator";
export const HELP_SENT = "Your request has been sent to the administrator";

function codeProblem(code: string, isRecoveryCode: boolean): string | null {
  if (code === "") return ENTER_CODE;
  return (isRecoveryCode ? RECOVERY_CODE_FORM : CODE_FORM).test(code) ? null : INVALID_CODE;
}

/** An event that does not belong to the step is ignored: a late answer must not undo what the person did meanwhile. */
export function secondStep(state: SecondStepState, event: SecondStepEvent): SecondStepState {
  switch (state.step) {
    case "entry":
      return atEntry(state, event);
    case "verifying":
      if (event.type === "verified") return { ...state, step: "done", code: "" };
      // A refused code is used up; the next one is typed into an empty field.
      return event.type === "refused" ? { ...state, step: "entry", code: "", problem: event.problem } : state;
    case "help":
      return atHelp(state, event);
    case "sending":
      if (event.type === "sent") return { ...state, step: "entry", message: "", problem: null };
      return event.type === "failed" ? { ...state, step: "help" } : state;
    case "done":
      return state;
  }
}

function atEntry(state: SecondStepState, event: SecondStepEvent): SecondStepState {
  if (event.type === "code") return { ...state, code: event.code, problem: null };
  if (event.type === "way") return { ...state, isRecoveryCode: event.isRecoveryCode, code: "", problem: null };
  if (event.type === "help") return { ...state, step: "help", problem: null };
  if (event.type !== "submit") return state;
  const code = (event.code ?? state.code).trim();
  const problem = codeProblem(code, state.isRecoveryCode);
  return problem === null ? { ...state, step: "verifying", code, problem: null } : { ...state, problem };
}

function atHelp(state: SecondStepState, event: SecondStepEvent): SecondStepState {
  if (event.type === "back") return { ...state, step: "entry", problem: null };
  if (event.type === "message") return { ...state, message: event.message, problem: null };
  if (event.type !== "send") return state;
  return state.message.trim() === "" ? { ...state, problem: ENTER_MESSAGE } : { ...state, step: "sending", problem: null };
}

/** What is said when the code was not taken (specification 1 §8). */
export const codeRefusal = (error: unknown): string =>
  messageFor(error, { refused: "MFA verification failed", threw: "MFA verification failed" });

/** What the toast says when the request for help was not sent (specification 1 §8). */
export const helpRefusal = (error: unknown): string =>
  messageFor(error, { refused: "Failed to send request", threw: "An error occurred while sending your request" });
