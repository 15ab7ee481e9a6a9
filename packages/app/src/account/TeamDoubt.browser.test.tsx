/** What is said where the log of the user's own team is in doubt, and what they can do: ask again, save the evidence, go on. */
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { asked, FORKED, QUIET, renderTeam } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { TeamDoubt } from "./TeamDoubt.tsx";

type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];
const open = (doubt: typeof QUIET | null, team: Verbs = {}) =>
  renderTeam(<TeamDoubt />, { team: { ownTeamDoubt: async () => doubt, ...team } });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const stopped = page.getByRole("alert", { name: "Sharing with the team is stopped" });
const waiting = page.getByRole("status", { name: "Your team is waiting for another member" });
const teamOf = { teamId: QUIET.teamId };

it("says nothing of a team whose log is not in doubt, nor of another team", async () => {
  const ownTeamDoubt = asked(null);
  await open(null, { ownTeamDoubt });
  await expect.poll(() => ownTeamDoubt.mock.calls.length).toBe(1);
  expect(stopped.query()).toBeNull();
  expect(waiting.query()).toBeNull();
});

it("names the members it waits for, with the day of their last word, and goes on by a press", async () => {
  const goOnAlone = asked(undefined);
  await open(QUIET, { goOnAlone });
  await expect.element(waiting).toHaveTextContent("bob@example.com (last on Jan 3, 2026), cat@example.com (not yet)");
  await button("Go On for 7 Days").click();
  expect(goOnAlone).toHaveBeenCalledWith(teamOf);
  await seeToast("Sharing with the team goes on for 7 days");
});

it("names no more than three of many", async () => {
  const waitsFor = Array.from({ length: 5 }, (_, index) => ({ email: `m${index}@example.com`, at: 0 }));
  await open({ ...QUIET, waitsFor });
  await expect.element(waiting).toHaveTextContent("m2@example.com (not yet) and 2 more");
});

it("says who has signed another history, and where they differ", async () => {
  await open(FORKED);
  await expect.element(stopped).toHaveTextContent("bob@example.com has signed another history of this team");
  await expect.element(stopped).toHaveTextContent("they differ at change 12.");
  await expect.element(stopped).toHaveTextContent("ask bob@example.com by telephone or in person who is in the team");
});

it("says how many changes are missing", async () => {
  const alarm = FORKED.alarm && { ...FORKED.alarm, code: "log_withheld" as const, own: { size: 9, root: "2".repeat(64) } };
  await open({ ...FORKED, alarm });
  await expect.element(stopped).toHaveTextContent("has 12 changes. The server shows you only 9, also when asked again.");
});

it.each([
  [true, "The server shows the same history now"],
  [false, "The server still shows another history"],
])("asks the server again, and says whether that ends it: %s", async (isOver, said) => {
  const askForLog = asked(isOver);
  await open(FORKED, { askForLog });
  await button("Ask Again").click();
  expect(askForLog).toHaveBeenCalledWith(teamOf);
  await seeToast(said);
});

it("saves the evidence as it is, in a file of that day", async () => {
  const blobs: Blob[] = [];
  const made = vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return "about:blank#evidence";
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe("coffer-team-evidence-2026-01-15.json");
  });
  await open(FORKED);
  await button("Save Evidence").click();
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(await blobs[0]?.text()).toBe(FORKED.alarm?.evidence);
  made.mockRestore();
  clicked.mockRestore();
});

it("goes on with what the server shows after a question that names the other member", async () => {
  const goOnWithThisLog = asked(undefined);
  await open(FORKED, { goOnWithThisLog });
  await button("Go On").click();
  const question = page.getByRole("alertdialog");
  await expect.element(question).toHaveTextContent("Do this only after you have talked to bob@example.com.");
  expect(goOnWithThisLog).not.toHaveBeenCalled();
  await question.getByRole("button", { name: "Go On", exact: true }).click();
  expect(goOnWithThisLog).toHaveBeenCalledWith(teamOf);
  await seeToast("Sharing with the team goes on");
});
