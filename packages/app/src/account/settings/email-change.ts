/**
 * Changing the e-mail address: the master password and the new address, then the code mailed to it.
 *
 *   closed ──open──▶ address ──submit──▶ (busy) ──sent──▶ code ──submit──▶ (busy) ──changed──▶ closed
 *     ▲                │  ▲                 │              │  ▲               │
 *     └─────cancel─────┘  └─────refused─────┘              │  └────refused────┘
 *     └──────────────────────cancel────────────────────────┘
 */
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { isWholeCode } from "../../ui/digits.ts";
import { FILL_ALL } from "../sign-in/sign-in.ts";
import { INVALID_VERIFICATION_CODE } from "../two-factor/mfa.ts";

export interface EmailForm {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export interface EmailChangeState {
  readonly step: "closed" | "address" | "code";
  readonly form: EmailForm;
  readonly busy: boolean;
  readonly problem: string | null;
}

export type EmailChangeEvent =
  | { readonly type: "open" }
  | { readonly type: "edit"; readonly part: Partial<EmailForm> }
  | { readonly type: "submit" }
  | { readonly type: "sent" }
  | { readonly type: "changed" }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "cancel" };

export const EMAIL_CHANGE_START: EmailChangeState = {
  step: "closed",
  form: { email: "", password: "", code: "" },
  busy: false,
  problem: null,
};

function formProblem({ step, form }: EmailChangeState): string | null {
  if (step === "code") return isWholeCode(form.code) ? null : INVALID_VERIFICATION_CODE;
  if (form.email.trim() === "" || form.password === "") return FILL_ALL;
  return isEmail(form.email) ? null : INVALID_EMAIL;
}

/** While something is sent only its answer counts. Whatever ends the form forgets the password with it. */
export function emailChange(state: EmailChangeState, event: EmailChangeEvent): EmailChangeState {
  if (state.busy) {
    if (event.type === "refused") return { ...state, form: { ...state.form, code: "" }, busy: false, problem: event.problem };
    if (event.type === "sent" && state.step === "address") return { ...state, step: "code", busy: false };
    return event.type === "changed" && state.step === "code" ? EMAIL_CHANGE_START : state;
  }
  if (event.type === "cancel") return EMAIL_CHANGE_START;
  if (event.type === "open") return state.step === "closed" ? { ...EMAIL_CHANGE_START, step: "address" } : state;
  if (event.type === "edit") return { ...state, form: { ...state.form, ...event.part }, problem: null };
  if (event.type !== "submit" || state.step === "closed") return state;
  const problem = formProblem(state);
  return { ...state, busy: problem === null, problem };
}
