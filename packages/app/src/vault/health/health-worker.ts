/** Looks at the vault in a thread of its own, which ends with its last answer: its memory has held passwords. */
import type { ExaminedItem } from "@coffer/core/health/item-facts";
import { type CheckOptions, checkVault } from "./check-vault.ts";

/** Items in batches, then the word to begin. */
export type HealthTask = { readonly items: readonly ExaminedItem[] } | Omit<CheckOptions, "loadPatterns">;

const items: ExaminedItem[] = [];

self.addEventListener("message", async ({ data }: MessageEvent<HealthTask>) => {
  if ("items" in data) return void items.push(...data.items);
  const loadPatterns = () => import("../../ui/password-patterns.ts");
  for await (const state of checkVault(items, { ...data, loadPatterns })) {
    self.postMessage(state);
    // A message is sent when the thread rests.
    await new Promise((resume) => setTimeout(resume));
  }
});
