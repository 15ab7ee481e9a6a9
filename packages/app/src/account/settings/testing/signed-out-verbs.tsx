/** Verbs that are called before anyone is signed in. */
import type { ReactNode } from "react";
import { ANN } from "../../../testing/ann.ts";
import { AccountRecoveryPage } from "../../recovery/AccountRecoveryPage.tsx";
import { ForgotPasswordPage } from "../../recovery/ForgotPasswordPage.tsx";
import { RegisterPage } from "../../registration/RegisterPage.tsx";
import { LoginPage } from "../../sign-in/LoginPage.tsx";
import { UndoPage } from "../../two-factor/UndoPage.tsx";
import { EVE, NEW, press, SENDS_ITSELF, type, type VerbScreen } from "./verb-screen.ts";

const MFA_ON = { step: "code", tempToken: "first-step" };
const credentials = { Email: ANN.user.email, "Master Password": NEW };
const newPassword = { "Master Password": NEW, "Confirm Master Password": NEW };
const resetPassword = { "Recovery key": "AAAA-BBBB", "New Master Password": NEW, "Confirm Master Password": NEW };

/** The first step of a sign-in, done. */
async function signIn(): Promise<void> {
  await type("Email", ANN.user.email);
  await type("Master Password", NEW);
  await press("Sign in");
}

const outside = (verb: string, screen: ReactNode, rest: Omit<VerbScreen, "verb" | "screen" | "isOutside">): VerbScreen => ({
  verb,
  screen,
  isOutside: true,
  ...rest,
});
export const SIGNED_OUT_VERBS: readonly VerbScreen[] = [
  { verb: "signInByPasskey", screen: <LoginPage />, at: "/login", isOutside: true, press: "Use a passkey" },
  outside("login", <LoginPage />, { typed: credentials, press: "Sign in" }),
  outside("verifyCode", <LoginPage />, {
    given: { login: async () => MFA_ON as never },
    way: signIn,
    typed: { "Authentication code": SENDS_ITSELF },
    press: "Verify Code",
  }),
  outside("requestMfaHelp", <LoginPage />, {
    given: { login: async () => MFA_ON as never },
    way: async () => {
      await signIn();
      await press("Having trouble with your authenticator app?");
    },
    typed: { "Message to the administrator": "My phone fell into the harbour." },
    press: "Send Request to Admin",
  }),
  outside("sendHint", <ForgotPasswordPage />, { typed: { Email: ANN.user.email }, press: "Send Password Hint" }),
  outside("forgotPassword", <ForgotPasswordPage />, { typed: { Email: ANN.user.email }, press: "Reset Password" }),
  outside("forgotPassword", <AccountRecoveryPage />, { press: "Send a new code" }),
  outside("verifyRecovery", <AccountRecoveryPage />, { typed: { "Recovery code": SENDS_ITSELF }, press: "Verify Code" }),
  outside("resetPassword", <AccountRecoveryPage />, {
    given: { verifyRecovery: async () => ({ step: "reset" }) as never },
    way: () => type("Recovery code", SENDS_ITSELF),
    typed: resetPassword,
    press: "Reset Password",
  }),
  outside("invitation", <RegisterPage />, { at: `/register?token=${btoa('{"token":"abc"}')}`, press: "Try again" }),
  outside("register", <RegisterPage />, {
    at: `/register?token=${btoa('{"token":"abc"}')}`,
    given: { invitation: async () => ({ email: null }) as never },
    typed: { "Email address": EVE, ...newPassword },
    press: "Create Account",
  }),
  outside("sendInvitationCode", <RegisterPage />, {
    at: `/register?token=${btoa('{"token":"abc"}')}`,
    given: { invitation: async () => ({ email: EVE, needs_code: true }) as never },
    press: "Email me a code",
  }),
  outside("undoMfa", <UndoPage />, { at: "/undo#token", press: "Turn it off" }),
];
