/** When reconciling is tried: once for each state, again where it may help, and never without end. */
import { AppError } from "@coffer/contract/errors";
import { expect, it } from "vitest";
import { ReconcileAttempts } from "./reconcile-attempts.ts";

const NOW = 1_000_000;

it("is tried once for what is due, and once more when that has changed", () => {
  const attempts = new ReconcileAttempts();
  expect([attempts.begins(["a 1"], NOW), attempts.begins(["a 1"], NOW), attempts.begins(["a 2"], NOW)]).toEqual([true, false, true]);
});

it("is tried once more for the same that was done and is due again", () => {
  const attempts = new ReconcileAttempts();
  attempts.begins(["a 1"], NOW);
  attempts.done([]);
  expect(attempts.begins(["a 1"], NOW)).toBe(true);
});

it("is not tried again for what is still due after it was done", () => {
  const attempts = new ReconcileAttempts();
  attempts.begins(["a 1"], NOW);
  attempts.done(["a 1"]);
  expect(attempts.begins(["a 1"], NOW)).toBe(false);
});

it("is tried for what came due while the work ended: the pull that has seen it comes after", () => {
  const attempts = new ReconcileAttempts();
  attempts.begins(["a 1"], NOW);
  attempts.done(["a 2", "b 1"]);
  expect(attempts.begins(["a 2", "b 1"], NOW)).toBe(true);
});

it("is tried again half a minute after a failure that may pass, and not by the next pull; after any other failure not at all", () => {
  const attempts = new ReconcileAttempts();
  attempts.begins(["a 1"], NOW);
  attempts.failed(new AppError("unavailable"), NOW);
  expect([attempts.begins(["a 1"], NOW + 29_000), attempts.begins(["a 1"], NOW + 30_000)]).toEqual([false, true]);
  attempts.failed(new AppError("forbidden"), NOW + 30_000);
  expect(attempts.begins(["a 1"], NOW + 90_000)).toBe(false);
});
