/**
 * Turning the second factor on and off.
 *
 *   off ──setup──▶ preparing ──ready──▶ scan ──submit──▶ verifying ──enabled──▶ codes ──saved──▶ on
 *    ▲ ▲              │                  ▲                  │                                     │
 *    │ └────failed────┘                  └─────refused──────┘                        submit ◀─────┤
 *    │                                                                                 ▼          │
 *    └─────────────────────────────disabled──────────────────────────────────────── disabling ───▶┘ refused
 */
import { isWholeCode } from "../../ui/digits.ts";

export interface MfaSecret {
  /** A picture as a data address. */
  readonly qrCodeUrl: string;
  /** Base32, for whoever cannot scan. */
  readonly secret: string;
}

export type MfaState =
  | { readonly step: "off" | "preparing" }
  | ({ readonly step: "scan" | "verifying"; readonly problem: string | null } & MfaSecret)
  | { readonly step: "codes"; readonly recoveryCodes: readonly string[] }
  | { readonly step: "on" | "disabling"; readonly problem: string | null };

export type MfaEvent =
  | { readonly type: "setup" }
  | ({ readonly type: "ready" } & MfaSecret)
  | { readonly type: "failed" }
  | { readonly type: "edit" }
  | { readonly type: "submit"; readonly code: string }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "enabled"; readonly recoveryCodes: readonly string[] }
  | { readonly type: "saved" }
  | { readonly type: "disabled" }
  | { readonly type: "cancel" };

export const MFA_ENABLED = "MFA enabled successfully";
export const MFA_DISABLED = "MFA disabled successfully";
export const CONFIRM_DISABLE = "Are you sure you want to disable MFA?";
export const INVALID_VERIFICATION_CODE = "Invalid verification code";

export const mfaStart = (isOn: boolean): MfaState => (isOn ? { step: "on", problem: null } : { step: "off" });

/** An event that does not belong to the step is ignored. */
export function mfa(state: MfaState, event: MfaEvent): MfaState {
  switch (state.step) {
    case "off":
      return event.type === "setup" ? { step: "preparing" } : state;
    case "preparing":
      if (event.type === "ready") return { step: "scan", problem: null, qrCodeUrl: event.qrCodeUrl, secret: event.secret };
      return event.type === "failed" ? { step: "off" } : state;
    case "scan":
      if (event.type === "edit") return { ...state, problem: null };
      if (event.type === "cancel") return { step: "off" };
      return event.type === "submit" ? submitted(state, "verifying", event.code) : state;
    case "verifying":
      if (event.type === "enabled") return { step: "codes", recoveryCodes: event.recoveryCodes };
      return event.type === "refused" ? { ...state, step: "scan", problem: event.problem } : state;
    case "codes":
      return event.type === "saved" ? { step: "on", problem: null } : state;
    case "on":
      if (event.type === "edit") return { step: "on", problem: null };
      return event.type === "submit" ? submitted(state, "disabling", event.code) : state;
    case "disabling":
      if (event.type === "disabled") return { step: "off" };
      return event.type === "refused" ? { step: "on", problem: event.problem } : state;
  }
}

type Asking = Extract<MfaState, { problem: string | null }>;

function submitted<State extends Asking>(state: State, busy: "verifying" | "disabling", code: string): MfaState {
  if (!isWholeCode(code)) return { ...state, problem: INVALID_VERIFICATION_CODE };
  const problem = null;
  return "secret" in state && busy === "verifying"
    ? { step: "verifying", problem, qrCodeUrl: state.qrCodeUrl, secret: state.secret }
    : { step: "disabling", problem };
}

/** The secret in groups of four, as an authenticator shows it. */
export const spacedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
