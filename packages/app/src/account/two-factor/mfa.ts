/**
 * Turning the second factor on and off.
 *
 *   off ──setup──▶ preparing ──ready──▶ scan ──enabled──▶ codes ──saved──▶ on
 *    ▲ ▲              │                  │                                 │
 *    │ └────failed────┘                  │                                 │
 *    └──────────────cancel───────────────┘                                 │
 *    └──────────────────────────────disabled───────────────────────────────┘
 */
import { isWholeCode } from "../../ui/digits.ts";
import type { Refusal } from "../../ui/form/form-state.ts";

export interface MfaSecret {
  /** A picture as a data address. */
  readonly qrCodeUrl: string;
  /** Base32, for a user who cannot scan. */
  readonly secret: string;
}

export type MfaState =
  | { readonly step: "off" | "preparing" | "on" }
  | { readonly step: "scan"; readonly secret: MfaSecret }
  | { readonly step: "codes"; readonly recoveryCodes: readonly string[] };

export type MfaEvent =
  | { readonly type: "setup" | "failed" | "cancel" | "saved" | "disabled" }
  | { readonly type: "ready"; readonly secret: MfaSecret }
  | { readonly type: "enabled"; readonly recoveryCodes: readonly string[] };

export const MFA_ENABLED = "MFA enabled successfully";
export const MFA_DISABLED = "MFA disabled successfully";
export const CONFIRM_DISABLE = "Are you sure you want to disable MFA?";
const CODE_REQUIRED = "Verification code is required";
const INVALID_VERIFICATION_CODE = "Invalid verification code";

export const mfaStart = (isOn: boolean): MfaState => ({ step: isOn ? "on" : "off" });

/** An event that does not belong to the step is ignored. */
export function mfa(state: MfaState, event: MfaEvent): MfaState {
  switch (state.step) {
    case "off":
      return event.type === "setup" ? { step: "preparing" } : state;
    case "preparing":
      if (event.type === "ready") return { step: "scan", secret: event.secret };
      return event.type === "failed" ? { step: "off" } : state;
    case "scan":
      if (event.type === "enabled") return { step: "codes", recoveryCodes: event.recoveryCodes };
      return event.type === "cancel" ? { step: "off" } : state;
    case "codes":
      return event.type === "saved" ? { step: "on" } : state;
    case "on":
      return event.type === "disabled" ? { step: "off" } : state;
  }
}

export const checkWholeCode = ({ code }: { readonly code: string }): Refusal =>
  isWholeCode(code) ? {} : { fields: { code: code === "" ? CODE_REQUIRED : INVALID_VERIFICATION_CODE } };

/** The secret in groups of four, as an authenticator shows it. */
export const spacedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
