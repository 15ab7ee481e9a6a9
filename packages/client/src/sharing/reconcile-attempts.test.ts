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

/** The minutes after each failure in a row at which it is tried again. */
function pauses(error: unknown, count: number): number[] {
  const attempts = new ReconcileAttempts();
  let now = NOW;
  attempts.begins(["a 1"], now);
  return Array.from({ length: count }, () => {
    attempts.failed([error], now);
    let half = 1;
    while (!attempts.begins(["a 1"], now + half * 30_000)) half++;
    now += half * 30_000;
    return half / 2;
  });
}

it("is tried again after each failure, and not by the next pull: half a minute later, and then later and later", () => {
  const attempts = new ReconcileAttempts();
  attempts.begins(["a 1"], NOW);
  attempts.failed([new AppError("unavailable")], NOW);
  expect([attempts.begins(["a 1"], NOW + 29_000), attempts.begins(["a 1"], NOW + 30_000)]).toEqual([false, true]);
  expect(pauses(new AppError("unavailable"), 6)).toEqual([0.5, 1, 2, 4, 5, 5]);
});

it("is tried again once an hour where it did not pass: a fault of the server, a full disk, an item that does not open may be put right", () => {
  for (const code of ["unexpected", "storage_full", "forbidden"] as const)
    expect(pauses(new AppError(code), 9)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
});

it("begins with the short pause again once nothing failed", () => {
  const attempts = new ReconcileAttempts();
  for (const at of [NOW, NOW + 30_000]) {
    attempts.begins(["a 1"], at);
    attempts.failed([new AppError("unexpected")], at);
  }
  attempts.done([]);
  attempts.begins(["a 2"], NOW + 60_000);
  attempts.failed([new AppError("unexpected")], NOW + 60_000);
  expect(attempts.begins(["a 2"], NOW + 90_000)).toBe(true);
});
