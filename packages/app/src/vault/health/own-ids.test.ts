import type { Found } from "@coffer/core/health/health";
import { expect, it } from "vitest";
import type { HealthState } from "./check-vault.ts";
import { ownIds } from "./own-ids.ts";

const stateOf = (found: readonly Found[]): HealthState => ({
  report: { score: 1, looked: 3, found, ignored: [], undecided: [] },
  verdicts: [["a", true]],
  isDone: true,
});

it("says what the other thread said, and all members of a group still have the same one", () => {
  const group = ["a", "b", "gone"];
  const sent = stateOf([
    { id: "a", finding: "reused", group },
    { id: "b", finding: "reused", group },
    { id: "gone", finding: "weak", group: null },
  ]);
  const state = ownIds([{ id: "a" }, { id: "b" }])(sent);
  expect(state).toEqual(sent);
  expect(state.report.found[0]?.group).toBe(state.report.found[1]?.group);
});
