/** What is said of an attempt to fill. */
import type { Client } from "@coffer/client";
import type { Filled } from "@coffer/fill/write/fill";
import type { Outcome } from "../fill/fill-login.ts";

/** @returns what a click does: it works with the open vault, and says what became of it. */
export type Does = (work: (client: Client) => Promise<string>) => () => void;

export const isFilled = (outcome: Outcome): outcome is Filled => typeof outcome.refused !== "string";

export const saidOf = (outcome: Outcome): string => {
  if (!isFilled(outcome)) return outcome.refused as string;
  return outcome.refused.length > 0 ? "The page did not take everything: copy what is missing." : "Filled.";
};
