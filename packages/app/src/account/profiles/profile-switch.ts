/**
 * Switching to a linked profile, with the target's second factor where it has one.
 *
 *   idle ──chose──▶ switching ──switched──▶ switched (the page reloads)
 *    ▲ ▲               │  │                   ▲
 *    │ └────failed─────┘  └─code-asked─▶ code ┘ switched
 *    └──────────────cancel────────────────┘
 */

import { messageFor } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";

export type SwitchState =
  | { readonly step: "idle" | "switched" }
  /** `id`: the profile's. */
  | { readonly step: "switching" | "code"; readonly id: string };

export type SwitchEvent =
  | { readonly type: "chose"; readonly id: string }
  | { readonly type: "code-asked" | "failed" | "cancel" | "switched" };

export const SWITCH_IDLE: SwitchState = { step: "idle" };
export const SWITCHING_TOAST = "Switching to profile...";
/** The page reloads this long after a switch (specification 1 §9). */
export const SWITCH_RELOAD_MS = 100;
/** In this tab's storage over that load: the page tells what became of the new profile in the extension. */
export const SWITCHED_SLOT = "profile-switched";

/** An event that does not belong to the step is ignored. */
export function switching(state: SwitchState, event: SwitchEvent): SwitchState {
  switch (state.step) {
    case "idle":
      return event.type === "chose" ? { step: "switching", id: event.id } : state;
    case "switching":
      if (event.type === "switched") return { step: "switched" };
      if (event.type === "code-asked") return { step: "code", id: state.id };
      return event.type === "failed" ? SWITCH_IDLE : state;
    case "code":
      if (event.type === "switched") return { step: "switched" };
      return event.type === "cancel" ? SWITCH_IDLE : state;
    case "switched":
      return state;
  }
}

export const switchMessage = (error: unknown): string =>
  messageFor(error, { refused: "Failed to switch profile", threw: "Error switching profile" });

/** What the question for the code says when it was not taken. */
export const switchRefusal = (error: unknown): Refusal => ({ fields: { code: switchMessage(error) } });
