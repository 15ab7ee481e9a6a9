/**
 * Recovery of an account: the mailed code, the second factor where there is one, then new keys for everything.
 *
 *   verify ──submit──▶ (busy) ──factor-asked──▶ factor ──submit──▶ (busy) ──┐
 *     ▲ ▲                │ └──────────────verified────────────────────────┐ │ verified
 *     │ └────refused─────┘                                                ▼ ▼
 *     │                          resealing ◀──submit── reset (with the recovery key, or starting empty)
 *     └────────expired───────────────┤  └──refused──▶ reset
 *                                    └──finished──▶ done
 */
import { SECOND_FACTOR_FORM } from "@coffer/core/account/codes";
import { checkConfirmation, checkResetPassword } from "@coffer/core/passwords/policy";
import { isWholeCode } from "../../ui/digits.ts";
import { messageFor, messageOf } from "../../ui/message.ts";

export type RecoveryState =
  | { readonly step: "verify"; readonly code: string; readonly busy: boolean; readonly problem: string | null }
  | { readonly step: "factor"; readonly code: string; readonly busy: boolean; readonly problem: string | null }
  | { readonly step: "reset"; readonly discard: boolean; readonly problem: string | null }
  | { readonly step: "resealing"; readonly discard: boolean; readonly percent: number }
  | { readonly step: "done" };

type CodeState = Extract<RecoveryState, { step: "verify" | "factor" }>;

export type RecoveryEvent =
  | { readonly type: "submit-code"; readonly code: string }
  | { readonly type: "factor-asked" }
  | { readonly type: "submit-factor"; readonly factor: string }
  | { readonly type: "verified" }
  | { readonly type: "edit" }
  | { readonly type: "discard"; readonly discard: boolean }
  | { readonly type: "submit-reset"; readonly form: ResetForm; readonly email: string }
  | { readonly type: "progressed"; readonly percent: number }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "expired"; readonly problem: string }
  | { readonly type: "finished" };

export interface ResetForm {
  readonly password: string;
  readonly confirmation: string;
  readonly recoveryKey: string;
  /** The sentence typed by whoever has no recovery key. */
  readonly sentence: string;
}

export const RECOVERY_START: CodeState = { step: "verify", code: "", busy: false, problem: null };
/** Typed by whoever gives up what they saved. */
export const DISCARD_SENTENCE = "start with an empty vault";
export const RESET_HINT = "12 characters with 1 uppercase, 1 lowercase, 1 number, 1 special";

const ENTER_RECOVERY_CODE = "Please enter the recovery code";
const INVALID_RECOVERY_CODE = "Invalid recovery code";

const isSentence = (typed: string): boolean => typed.trim().toLowerCase().replace(/\s+/g, " ") === DISCARD_SENTENCE;

/** The first thing wrong with the reset form, or null. */
export function resetProblem(form: ResetForm, discard: boolean, email: string): string | null {
  const proof = discard ? form.sentence : form.recoveryKey;
  if (form.password === "" || form.confirmation === "" || proof.trim() === "") return "Please fill in all fields";
  const problem = checkConfirmation(form.password, form.confirmation) ?? checkResetPassword(form.password);
  if (problem !== null) return problem;
  if (email.trim() === "") return "Email is required for password reset";
  return discard && !isSentence(form.sentence) ? `Please type "${DISCARD_SENTENCE}" to go on` : null;
}

/** An event that does not belong to the step is ignored. */
export function recovery(state: RecoveryState, event: RecoveryEvent): RecoveryState {
  switch (state.step) {
    case "verify":
    case "factor":
      return atCode(state, event);
    case "reset":
      return atReset(state, event);
    case "resealing":
      return atResealing(state, event);
    case "done":
      return state;
  }
}

function atCode(state: CodeState, event: RecoveryEvent): RecoveryState {
  const { step, busy } = state;
  if (event.type === "submit-code" && step === "verify" && !busy) return submitCode(state, event.code);
  if (event.type === "submit-factor" && step === "factor" && !busy) return submitFactor(state, event.factor.trim());
  if (event.type === "edit" && !busy) return { ...state, problem: null };
  if (!busy) return state;
  if (event.type === "verified") return { step: "reset", discard: false, problem: null };
  if (event.type === "factor-asked" && step === "verify") return { step: "factor", code: state.code, busy: false, problem: null };
  if (event.type === "refused") return { ...state, busy: false, problem: event.problem };
  return event.type === "expired" ? { ...RECOVERY_START, problem: event.problem } : state;
}

function submitCode(state: CodeState, code: string): RecoveryState {
  if (code === "") return { ...state, problem: ENTER_RECOVERY_CODE };
  return isWholeCode(code) ? { ...state, code, busy: true, problem: null } : { ...state, problem: INVALID_RECOVERY_CODE };
}

function submitFactor(state: CodeState, factor: string): RecoveryState {
  if (factor === "") return { ...state, problem: "Please enter the MFA code" };
  return SECOND_FACTOR_FORM.test(factor) ? { ...state, busy: true, problem: null } : { ...state, problem: "Invalid MFA code" };
}

function atReset(state: Extract<RecoveryState, { step: "reset" }>, event: RecoveryEvent): RecoveryState {
  if (event.type === "edit") return state.problem === null ? state : { ...state, problem: null };
  if (event.type === "discard") return { step: "reset", discard: event.discard, problem: null };
  if (event.type !== "submit-reset") return state;
  const problem = resetProblem(event.form, state.discard, event.email);
  return problem === null ? { step: "resealing", discard: state.discard, percent: 0 } : { ...state, problem };
}

function atResealing(state: Extract<RecoveryState, { step: "resealing" }>, event: RecoveryEvent): RecoveryState {
  if (event.type === "progressed") return { ...state, percent: Math.max(state.percent, Math.min(100, event.percent)) };
  if (event.type === "refused") return { step: "reset", discard: state.discard, problem: event.problem };
  if (event.type === "expired") return { ...RECOVERY_START, problem: event.problem };
  return event.type === "finished" ? { step: "done" } : state;
}

export const recoveryRefusal = (error: unknown): string => messageOf(error, INVALID_RECOVERY_CODE);

/** What is said when the reset failed: the server's words, "Failed to reset password" without any, and one sentence for what went wrong here. */
export const resetRefusal = (error: unknown): string =>
  messageFor(error, { refused: "Failed to reset password", threw: "Password reset failed" });
