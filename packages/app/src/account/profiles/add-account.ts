/**
 * The dialog "Add Another Account" (specification 1 §2, §4). Each step waits for the server before the next.
 *
 *   EMAIL_VERIFICATION ──advanced──▶ CODE_VERIFICATION ──advanced──▶ MASTER_PASSWORD ──advanced──▶ done
 *            ▲                         │       ▲                         │
 *            └──────────back───────────┘       └──────────back───────────┘
 */
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { isWholeCode } from "../../ui/digits.ts";
import { messageFor } from "../../ui/message.ts";

export const ADD_ACCOUNT_STEPS = ["EMAIL_VERIFICATION", "CODE_VERIFICATION", "MASTER_PASSWORD"] as const;
export type AddAccountStep = (typeof ADD_ACCOUNT_STEPS)[number];

export interface AddAccountForm {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly confirmation: string;
  readonly hint: string;
}

export interface AddAccountState {
  readonly step: AddAccountStep;
  readonly form: AddAccountForm;
  readonly busy: boolean;
  readonly problem: string | null;
}

export type AddAccountEvent =
  | { readonly type: "edit"; readonly part: Partial<AddAccountForm> }
  | { readonly type: "submit" }
  | { readonly type: "advanced" }
  | { readonly type: "refused" }
  | { readonly type: "back" }
  | { readonly type: "reset" };

export const ADD_ACCOUNT_START: AddAccountState = {
  step: "EMAIL_VERIFICATION",
  form: { email: "", code: "", password: "", confirmation: "", hint: "" },
  busy: false,
  problem: null,
};

interface StepWords {
  readonly title: string;
  readonly submit: string;
  readonly done: string;
  /** Fallbacks: the server refused without words of its own, or there was no answer. */
  readonly refused: string;
  readonly threw: string;
}

export const ADD_ACCOUNT_WORDS: Record<AddAccountStep, StepWords> = {
  EMAIL_VERIFICATION: {
    title: "Add Another Account",
    submit: "Send Verification Code",
    done: "Verification code sent to your email",
    refused: "Failed to send verification code",
    threw: "An error occurred while sending the verification code",
  },
  CODE_VERIFICATION: {
    title: "Verify Email",
    submit: "Verify Code",
    done: "Email verified successfully",
    refused: "Invalid verification code",
    threw: "An error occurred while verifying the code",
  },
  MASTER_PASSWORD: {
    title: "Create Master Password",
    submit: "Create Profile",
    done: "Profile added successfully",
    refused: "Failed to create profile",
    threw: "An error occurred while creating the profile",
  },
};

export const NO_USER = "User ID not found. Please try logging in again.";

/** What keeps a step from being sent, or null. */
const CHECKS: Record<AddAccountStep, (form: AddAccountForm) => string | null> = {
  EMAIL_VERIFICATION: ({ email }) => {
    if (email.trim() === "") return "Email is required";
    return isEmail(email) ? null : INVALID_EMAIL;
  },
  CODE_VERIFICATION: ({ code }) => {
    if (code === "") return "Verification code is required";
    return isWholeCode(code) ? null : "Invalid verification code";
  },
  MASTER_PASSWORD: ({ password, confirmation, hint }) =>
    checkRegistrationPassword(password) ?? checkConfirmation(password, confirmation) ?? checkHint(hint, password),
};

/** While a step is being sent only its answer, or closing the dialog, changes anything. */
export function addAccount(state: AddAccountState, event: AddAccountEvent): AddAccountState {
  if (event.type === "reset") return ADD_ACCOUNT_START;
  if (state.busy) {
    if (event.type === "advanced") return advanced(state);
    return event.type === "refused" ? { ...state, busy: false } : state;
  }
  if (event.type === "edit") return { ...state, form: { ...state.form, ...event.part }, problem: null };
  if (event.type === "submit") {
    const problem = CHECKS[state.step](state.form);
    return { ...state, busy: problem === null, problem };
  }
  if (event.type !== "back") return state;
  const before = Math.max(0, ADD_ACCOUNT_STEPS.indexOf(state.step) - 1);
  return { ...state, step: ADD_ACCOUNT_STEPS[before] ?? state.step, problem: null };
}

function advanced(state: AddAccountState): AddAccountState {
  const next = ADD_ACCOUNT_STEPS[ADD_ACCOUNT_STEPS.indexOf(state.step) + 1];
  // After the last step everything typed is forgotten and the dialog begins anew.
  return next === undefined ? ADD_ACCOUNT_START : { ...state, step: next, busy: false, problem: null };
}

export const addAccountRefusal = (error: unknown, step: AddAccountStep): string => messageFor(error, ADD_ACCOUNT_WORDS[step]);
