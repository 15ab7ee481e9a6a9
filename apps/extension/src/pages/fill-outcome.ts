/** The message after an attempt to fill. */
import type { Client } from "@coffer/client";
import { isFilled, type Outcome } from "../fill/fill-login.ts";

/** @returns a click handler that works with the open vault, and shows the result. */
export type RunWithClient = (work: (client: Client) => Promise<string>) => () => void;

export const outcomeMessage = (outcome: Outcome): string => {
  if (!isFilled(outcome)) return outcome.refused as string;
  return outcome.refused.length > 0 ? "The page did not take everything: copy what is missing." : "Filled.";
};
