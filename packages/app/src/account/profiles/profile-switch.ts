/**
 * Switching to a linked profile, with the target's second factor where it has one.
 *
 *   idle ──chose──▶ switching ──switched──▶ switched (the page loads anew)
 *    ▲ ▲               │  ▲  │
 *    │ └────failed─────┘  │  └─code-asked─▶ code
 *    │                    └─────submit───────┘ │
 *    └───────────────────cancel────────────────┘
 */
import { messageFor } from "../../ui/message.ts";

export type SwitchState =
  | { readonly step: "idle" }
  | { readonly step: "switching"; readonly id: string; readonly withCode: boolean }
  | { readonly step: "code"; readonly id: string; readonly problem: string | null }
  | { readonly step: "switched" };

export type SwitchEvent =
  | { readonly type: "chose"; readonly id: string }
  | { readonly type: "code-asked" }
  | { readonly type: "edit" }
  | { readonly type: "submit"; readonly code: string }
  | { readonly type: "failed"; readonly problem: string }
  | { readonly type: "cancel" }
  | { readonly type: "switched" };

export const SWITCH_IDLE: SwitchState = { step: "idle" };
export const SWITCHING_TOAST = "Switching to profile...";
/** The page loads anew this long after a switch (specification 1 §9). */
export const SWITCH_RELOAD_MS = 100;

export function switching(state: SwitchState, event: SwitchEvent): SwitchState {
  switch (state.step) {
    case "idle":
      return event.type === "chose" ? { step: "switching", id: event.id, withCode: false } : state;
    case "switching":
      return atSwitching(state, event);
    case "code":
      if (event.type === "cancel") return SWITCH_IDLE;
      if (event.type === "edit") return { ...state, problem: null };
      if (event.type !== "submit") return state;
      return event.code === "" ? { ...state, problem: "Please enter the MFA code" } : { step: "switching", id: state.id, withCode: true };
    case "switched":
      return state;
  }
}

function atSwitching(state: Extract<SwitchState, { step: "switching" }>, event: SwitchEvent): SwitchState {
  if (event.type === "switched") return { step: "switched" };
  if (event.type === "code-asked") return { step: "code", id: state.id, problem: null };
  if (event.type !== "failed") return state;
  // A code that was refused is asked for again; anything else leaves the person where they were.
  return state.withCode ? { step: "code", id: state.id, problem: event.problem } : SWITCH_IDLE;
}

export const switchRefusal = (error: unknown): string =>
  messageFor(error, { refused: "Failed to switch profile", threw: "Error switching profile" });
