/** What is looked at step by step, with the real lists: the cheap half and the estimate by patterns never contradict each other. */
import type { ExaminedItem } from "@coffer/core/health/item-facts";
import { lexiconOf, lookOf } from "@coffer/core/health/looks-random";
import { anItem } from "@coffer/core/items/testing/an-item";
import { DEFAULT_GENERATOR, generatePassword } from "@coffer/core/passwords/generator";
import { MIN_SAFE_SCORE } from "@coffer/core/passwords/guessable";
import { describe, expect, it, vi } from "vitest";
import * as patterns from "../../ui/password-patterns.ts";
import { checkVault, type HealthState, type Patterns, type Verdicts } from "./check-vault.ts";

const NOW = Date.UTC(2026, 5, 1);
const lexicon = lexiconOf(patterns.patternWords());
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

const login = (password: string, id = password): ExaminedItem => ({
  ...anItem("password", { title: id, username: id, password, website_url: "" }),
  id,
  createdAt: NOW,
});

async function statesOf(
  items: readonly ExaminedItem[],
  verdicts: Verdicts = [],
  loadPatterns: () => Promise<Patterns> = async () => patterns,
): Promise<HealthState[]> {
  const states: HealthState[] = [];
  for await (const state of checkVault(items, { now: NOW, verdicts, breached: [], loadPatterns })) states.push(state);
  return states;
}
const weakIn = (state: HealthState | undefined) => state?.report.found.filter(({ finding }) => finding === "weak").map(({ id }) => id);

describe("the cheap half", () => {
  it("says strong of most that the generator makes, and the estimate agrees", () => {
    const made = Array.from({ length: 300 }, () => generatePassword(DEFAULT_GENERATOR, random));
    const strong = made.filter((password) => lookOf(password, lexicon) === "strong");
    expect(strong.length).toBeGreaterThan(240);
    for (const password of strong.slice(0, 8)) expect(patterns.checkPatterns(password, []).score).toBeGreaterThanOrEqual(MIN_SAFE_SCORE);
  });

  it("says strong of nothing that the estimate calls weak", () => {
    const words = ["sunshine", "dragon", "Michael", "p@ssw0rd", "qwertz", "letmein", "liverpool"];
    const pairs = words.flatMap((one) => words.map((other) => `${one}-2024${other}`));
    expect(pairs.filter((password) => lookOf(password, lexicon) === "strong")).toEqual([]);
  });

  it.each(["Password", "dragon12"])("calls %s what the estimate calls it", (password) => {
    const look = lookOf(password, lexicon);
    if (look === "weak") expect(patterns.checkPatterns(password, []).score).toBeLessThan(MIN_SAFE_SCORE);
    expect(look).not.toBe("strong");
  });
});

describe("a vault that is looked at", () => {
  it("has its first answer at once, and the last when all are judged", async () => {
    const states = await statesOf([login("short"), login("Password1234"), login("kV9#tq!Lz2@wXe7$")]);
    expect(weakIn(states[0])).toEqual(["short"]);
    expect(states[0]).toMatchObject({ isDone: false, report: { undecided: ["Password1234", "kV9#tq!Lz2@wXe7$"] } });
    expect(weakIn(states.at(-1))).toEqual(["short", "Password1234"]);
    expect(states.at(-1)).toMatchObject({ isDone: true, report: { undecided: [] } });
  });

  it("asks for the lists only where they are needed, and never again for what was judged", async () => {
    const load = vi.fn(async () => patterns);
    expect(await statesOf([login("short")], [], load)).toMatchObject([{ isDone: true }]);
    const again = await statesOf([login("Password1234")], [["Password1234", true]], load);
    expect(again).toMatchObject([{ isDone: true }]);
    expect(weakIn(again[0])).toEqual(["Password1234"]);
    expect(load).not.toHaveBeenCalled();
  });

  it("estimates a password once for all its accounts, and with their names", async () => {
    const checkPatterns = vi.fn(() => ({ score: 1 }));
    const states = await statesOf([login("Sunflower-2019", "ann"), login("Sunflower-2019", "benjamin")], [], async () => ({
      ...patterns,
      checkPatterns,
    }));
    expect(checkPatterns.mock.calls).toEqual([["Sunflower-2019", expect.arrayContaining(["ann", "benjamin"])]]);
    expect(weakIn(states.at(-1))).toEqual(["ann", "benjamin"]);
  });

  it("ends with what it knows where the lists do not come", async () => {
    const states = await statesOf([login("short"), login("Password1234")], [], () => Promise.reject(new Error("offline")));
    expect(states.at(-1)).toMatchObject({ isDone: true, report: { undecided: ["Password1234"] } });
    expect(weakIn(states.at(-1))).toEqual(["short"]);
  });
});
