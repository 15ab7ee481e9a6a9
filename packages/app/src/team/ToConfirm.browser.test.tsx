/** What waits for a press in a team: each line one sentence and one button, and one button for all. */
import type { ToConfirm as Question, TeamPeople } from "@coffer/client";
import type { PermissionFlag } from "@coffer/core/team/permissions";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aMember, asked, MEMBER_ROLE, renderTeam, TEAM_ID } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { ManageMembersPage } from "./ManageMembersPage.tsx";

const about = (kind: Question["kind"], name: string, more: Partial<Question> = {}): Question => ({
  ...{ kind, userId: crypto.randomUUID(), email: `${name}@example.com`, roleId: 3, isCompared: false },
  ...more,
});
const GUS = about("let-in", "gus", { roleId: 2 });
const HAL = about("gone", "hal");
const KIM = about("other-key", "kim");
const CAT = about("blocked", "cat");
const PEOPLE: TeamPeople = {
  ...{
    status: "open",
    members: [aMember("bob@example.com")],
    unconfirmed: [],
    toConfirm: [GUS, CAT, KIM, HAL],
    keyKeptBy: [],
    mustHandOver: false,
  },
  ...{ invitations: [], roles: [ADMIN_ROLE, MEMBER_ROLE] },
};
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];

const open = (
  toConfirm: readonly Question[],
  team: Verbs = {},
  flags: readonly PermissionFlag[] = ["invite_members", "remove_members"],
  status: TeamPeople["status"] = "open",
) => renderTeam(<ManageMembersPage />, { flags, roleId: 2, team: { people: async () => ({ ...PEOPLE, toConfirm, status }), ...team } });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const region = () => page.getByRole("region", { name: "To confirm" });
const line = (email: string) => page.getByRole("listitem").filter({ hasText: email });

describe("a person who came by a mailed link", () => {
  it("is shown with address, role and what was compared, and is let in by one press", async () => {
    const letIn = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open([GUS], { letIn });
    await expect
      .element(line("gus@example.com"))
      .toHaveTextContent("gus@example.com came by a mailed invitation as Team Admin: not compared.");
    expect(letIn).not.toHaveBeenCalled();
    await button("Let in gus@example.com").click();
    await seeToast("Failed to let in gus@example.com");
    await button("Let in gus@example.com").click();
    await seeToast("gus@example.com is a member now");
    expect(letIn).toHaveBeenLastCalledWith({ teamId: TEAM_ID, userId: GUS.userId, email: GUS.email });
  });

  it("whose number was compared is shown so", async () => {
    await open([{ ...GUS, isCompared: true }]);
    await expect.element(line("gus@example.com")).toHaveTextContent("compared, the key is the one you know");
  });

  it("has no button where the server shows another key than the known one: the numbers are compared first", async () => {
    await open([CAT]);
    await expect.element(line("cat@example.com")).toHaveTextContent("another security key for cat@example.com than the one you know");
    expect(region().getByRole("button").elements()).toEqual([]);
    await expect.element(region().getByRole("link", { name: "Compare numbers" })).toHaveAttribute("href", "/sharing-center");
  });
});

describe("a member", () => {
  it.each([
    [HAL, "hal@example.com is gone on the server, and has the team's key."],
    [KIM, "The server shows another security key for kim@example.com; nothing is given to it."],
  ])("of whom the server says something no one signed is taken out by one press, and not before", async (question, sentence) => {
    const takeOut = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open([question], { takeOut });
    await expect.element(line(question.email)).toHaveTextContent(sentence);
    expect(takeOut).not.toHaveBeenCalled();
    await button(`Take out ${question.email}`).click();
    await seeToast(`Failed to take out ${question.email}`);
    await button(`Take out ${question.email}`).click();
    await seeToast(`${question.email} is out of the team, which has another key`);
    expect(takeOut).toHaveBeenLastCalledWith({ teamId: TEAM_ID, userIds: [question.userId] });
  });
});

describe("all at once", () => {
  it("names everyone first, lets in and takes out those who can be, and leaves out who has to be compared", async () => {
    const [letIn, takeOut] = [asked(undefined), asked(undefined)];
    await open(PEOPLE.toConfirm, { letIn, takeOut });
    await button("Confirm all").click();
    const question = page.getByRole("alertdialog");
    await expect.element(question).toHaveTextContent("Let in: gus@example.com. Take out: kim@example.com, hal@example.com.");
    await expect.element(question).not.toHaveTextContent("cat@example.com");
    expect([letIn, takeOut].flatMap(({ mock }) => mock.calls)).toEqual([]);
    await question.getByRole("button", { name: "Confirm all", exact: true }).click();
    await seeToast("All were confirmed");
    expect(letIn.mock.calls).toEqual([[{ teamId: TEAM_ID, userId: GUS.userId, email: GUS.email }]]);
    expect(takeOut.mock.calls).toEqual([[{ teamId: TEAM_ID, userIds: [KIM.userId, HAL.userId] }]]);
  });

  it("says when something failed", async () => {
    await open([GUS, HAL], { letIn: () => Promise.reject(new Error("boom")) });
    await button("Confirm all").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Confirm all", exact: true }).click();
    await seeToast("Failed to confirm all");
  });

  it("is not offered for one line", async () => {
    await open([GUS, CAT]);
    await expect.element(button("Let in gus@example.com")).toBeVisible();
    expect(button("Confirm all").elements()).toEqual([]);
  });
});

it("shows each user what they may press, and everyone whose key is another one", async () => {
  await open(PEOPLE.toConfirm, {}, ["remove_members"]);
  await expect.element(line("hal@example.com")).toBeVisible();
  await expect.element(line("cat@example.com")).toBeVisible();
  expect(line("gus@example.com").elements()).toEqual([]);
});

it("asks nothing in a team that is not believed", async () => {
  await open(PEOPLE.toConfirm, {}, ["invite_members", "remove_members"], "key-pending");
  await expect.element(page.getByText("The team's key is on its way", { exact: false })).toBeVisible();
  expect(region().elements()).toEqual([]);
});

it("draws a long list as far as the user scrolls", async () => {
  await open(Array.from({ length: 300 }, (_, index) => about("let-in", `person${String(index).padStart(3, "0")}`)));
  await expect.element(line("person000@example.com")).toBeVisible();
  expect(region().getByRole("listitem").elements().length).toBeLessThan(130);
});
