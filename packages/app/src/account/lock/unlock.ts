/**
 * The lock screen.
 *
 *   asking ──submit──▶ unlocking ──▶ (the screen goes)
 *     ▲                    │
 *     └──────refused───────┘
 */

export interface UnlockState {
  readonly step: "asking" | "unlocking";
  readonly problem: string | null;
}

export type UnlockEvent =
  | { readonly type: "edit" }
  | { readonly type: "submit"; readonly password: string }
  | { readonly type: "refused"; readonly problem: string };

export const UNLOCK_START: UnlockState = { step: "asking", problem: null };

export function unlocking(state: UnlockState, event: UnlockEvent): UnlockState {
  switch (event.type) {
    case "submit":
      if (state.step === "unlocking") return state;
      return event.password === ""
        ? { step: "asking", problem: "Please enter your master password" }
        : { step: "unlocking", problem: null };
    case "refused":
      return state.step === "unlocking" ? { step: "asking", problem: event.problem } : state;
    case "edit":
      return state.step === "asking" && state.problem !== null ? UNLOCK_START : state;
  }
}
