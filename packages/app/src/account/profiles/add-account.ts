/**
 * The dialog "Add Another Account" (specification 1 §2, §4). Each step waits for the server before the next.
 *
 *   EMAIL_VERIFICATION ──▶ CODE_VERIFICATION ──▶ MASTER_PASSWORD ──▶ done
 *            ▲                │       ▲                │
 *            └──────back──────┘       └──────back──────┘
 */
import { MAILED_CODE_FORM } from "@coffer/core/account/codes";
import { messageFor } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";
import { checkEmail } from "../email.ts";
import { checkNewPassword, type NewPasswordValues } from "../passwords.ts";

const ADD_ACCOUNT_STEPS = ["EMAIL_VERIFICATION", "CODE_VERIFICATION", "MASTER_PASSWORD"] as const;
export type AddAccountStep = (typeof ADD_ACCOUNT_STEPS)[number];

export interface AddAccountForm extends NewPasswordValues {
  readonly email: string;
  readonly code: string;
  readonly hint: string;
}

export const FIRST_STEP: AddAccountStep = "EMAIL_VERIFICATION";
export const NOTHING_TYPED: AddAccountForm = { email: "", code: "", password: "", confirmation: "", hint: "" };

interface StepWords {
  readonly title: string;
  readonly submit: string;
  readonly done: string;
  /** Fallbacks: the server refused without its own message, or there was no answer. */
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

/** Said before anything is mailed. Whether someone else has an account is told to the address alone (decision 0004). */
export const OWN_ADDRESS: Refusal = { fields: { email: "You are signed in with this address already." } };

export const NO_USER = "User ID not found. Please try logging in again.";

/** The step so far on; null beyond the last one. @param by - 1 for the next, -1 for the one before; the first has none before it. */
export function stepFrom(step: AddAccountStep, by: 1 | -1): AddAccountStep | null {
  return ADD_ACCOUNT_STEPS[Math.max(0, ADD_ACCOUNT_STEPS.indexOf(step) + by)] ?? null;
}

const ofField = (name: string, message: string | null): Refusal => (message === null ? {} : { fields: { [name]: message } });

/** What keeps a step from being sent. */
export const ADD_ACCOUNT_CHECKS: Record<AddAccountStep, (form: AddAccountForm) => Refusal> = {
  EMAIL_VERIFICATION: ({ email }) => ofField("email", checkEmail(email, "Email is required")),
  CODE_VERIFICATION: ({ code }) => {
    if (code === "") return ofField("code", "Verification code is required");
    return ofField("code", MAILED_CODE_FORM.test(code) ? null : "Invalid verification code");
  },
  MASTER_PASSWORD: checkNewPassword,
};

const TYPED_IN: Record<AddAccountStep, string> = { EMAIL_VERIFICATION: "email", CODE_VERIFICATION: "code", MASTER_PASSWORD: "password" };

export const addAccountRefusal = (error: unknown, step: AddAccountStep): Refusal => ({
  whole: messageFor(error, ADD_ACCOUNT_WORDS[step]),
  at: TYPED_IN[step],
});
