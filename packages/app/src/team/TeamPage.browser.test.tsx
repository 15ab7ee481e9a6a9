import type { TeamPeople } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import type { PermissionFlag } from "@coffer/core/team/permissions";
import { lazy, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aMember, anInvitation, asked, aTeam, MEMBER_ROLE, renderTeam, TEAM_ID } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { OwnTeamPage, TeamPage } from "./TeamPage.tsx";

const PEOPLE: TeamPeople = {
  status: "open",
  toConfirm: [],
  keyKeptBy: [],
  unconfirmed: [],
  members: [aMember("bob@example.com"), aMember("cat@example.com")],
  invitations: [anInvitation("late@example.com")],
  roles: [ADMIN_ROLE, MEMBER_ROLE],
};
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];
const open = (team: Verbs = {}, flags: readonly PermissionFlag[] = ["manage_teams"], roleId: number | null = null, next?: ReactNode) =>
  renderTeam(<TeamPage />, {
    flags,
    next,
    at: `/team/${TEAM_ID}`,
    path: "/team/:teamId",
    team: { team: async () => aTeam("Engineering", { role_id: roleId }), people: async () => PEOPLE, ...team },
  });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });

afterEach(async () => {
  document.body.style.width = "";
  await page.viewport(1280, 800);
});

it("has a title, the way back, and the tabs with their counts", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Engineering" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Active Members" })).toHaveTextContent("2");
  await expect.element(page.getByRole("tab", { name: "Pending Invitations" })).toHaveTextContent("1");
  await page.getByRole("tab", { name: "Pending Invitations" }).click();
  await expect.element(page.getByText("late@example.com")).toBeVisible();
  await page.getByRole("link", { name: "Back to Teams" }).click();
  await expect.element(page.getByTestId("address")).toHaveTextContent("/teams");
});

it("says nothing about invitations to a user who may not see them", async () => {
  // As the server answers a plain member: no roles and no invitations, whether there are any or not.
  await open({ people: async () => ({ ...PEOPLE, invitations: [], roles: [] }) }, [], 3);
  await expect.element(page.getByRole("tab", { name: "Active Members" })).toHaveTextContent("2");
  const invited = page.getByRole("tab", { name: "Pending Invitations" });
  expect(invited.element().textContent).not.toMatch(/\d/);
  await invited.click();
  await expect.element(page.getByText("Those who manage the team see here who is invited.")).toBeVisible();
  await expect.element(page.getByText("No pending invitations")).not.toBeInTheDocument();
});

describe("Add Member and Invite Member", () => {
  it.each([
    ["a user who manages teams", ["manage_teams"], null, true],
    ["an admin of this team", [], 2, true],
    ["a member", ["manage_team", "invite_members"], 3, false],
  ] as const)("are there for %s: %#", async (_, flags, roleId, isThere) => {
    await open({}, flags, roleId);
    await expect.element(page.getByText("bob@example.com")).toBeVisible();
    for (const name of ["Add Member", "Invite Member"]) expect(button(name).elements()).toHaveLength(isThere ? 1 : 0);
  });
});

it("adds a person who has an account", async () => {
  const [addMember, id] = [vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined), crypto.randomUUID()];
  await open({ addMember, availableUsers: async () => [{ id, email: "free@example.com" }] });
  await button("Add Member").click();
  await inDialog("Add Member").click();
  await expect.element(page.getByText("Please select a user")).toBeVisible();
  await page.getByLabelText("User").selectOptions("free@example.com");
  await inDialog("Add Member").click();
  await seeToast("Failed to add member");
  await inDialog("Add Member").click();
  await seeToast("Member added successfully");
  expect(addMember).toHaveBeenLastCalledWith({ teamId: TEAM_ID, memberUserId: id, email: "free@example.com", roleId: 0 });
});

it("says how to add someone when no one is known", async () => {
  await open({ availableUsers: async () => [] });
  await button("Add Member").click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("No one without a team is known here. Invite them by email instead.");
});

it("parts an address before its @ where there is little room, and no short word", async () => {
  await page.viewport(1024, 800);
  document.body.style.width = "600px";
  await open();
  const linesOf = (element: Element | null) => {
    const range = document.createRange();
    range.selectNodeContents(element ?? document.body);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  };
  await expect.element(page.getByText("bob@example.com")).toBeVisible();
  expect(page.getByText("bob@example.com").element().querySelector("wbr")?.previousSibling?.textContent).toBe("bob");
  expect(linesOf(document.querySelector("td[data-label=Team] div"))).toBe(1);
});

it("says when those who could be added cannot be loaded", async () => {
  await open({ availableUsers: () => Promise.reject(new Error("boom")) });
  await button("Add Member").click();
  await seeToast("Failed to load available users");
});

it("invites into this team", async () => {
  const invite = asked(null);
  await open({ invite });
  await button("Invite Member").click();
  await page.getByLabelText("Email").fill("new@example.com");
  await inDialog("Send Invitation").click();
  await seeToast("Invitation sent successfully");
  expect(invite).toHaveBeenCalledWith({ email: "new@example.com", roleId: 0, teamId: TEAM_ID, by: "mail" });
});

it("is left by a member who wants to", async () => {
  const leaveTeam = asked(undefined);
  await open({ leaveTeam }, [], 3);
  await button("Leave Team").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await seeToast("You have left Engineering");
  expect(leaveTeam).toHaveBeenCalledOnce();
});

it("leads a user who left to their vaults, however late those come, and not to a page that refuses them", async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const Late = lazy(async () => ({ default: await loaded.then(() => () => <h1>Vaults</h1>) }));
  const ask = vi.fn(async () => aTeam("Engineering", { role_id: 3 }));
  const leaveTeam = async () => void ask.mockRejectedValue(new AppError("forbidden"));
  await open({ team: ask, leaveTeam }, [], 3, <Late />);
  await button("Leave Team").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => ask.mock.settledResults.at(-1)?.type).toBe("rejected");
  load();
  await expect.element(page.getByRole("heading", { name: "Vaults" })).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/vaults$/);
});

it.each(["forbidden", "not_found"] as const)("of others is not to be seen (%s)", async (code) => {
  await open({ team: () => Promise.reject(new AppError(code)) });
  await expect.element(page.getByTestId("address")).toHaveTextContent("/not-authorized");
});

it("says when its people cannot be loaded", async () => {
  await open({ people: () => Promise.reject(new Error("boom")) });
  await seeToast("Failed to load team data");
});

it("of the user's own team leads nowhere before it is known whether they are still in it", async () => {
  let answer = (): void => undefined;
  const refreshMembership = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  await renderTeam(<OwnTeamPage />, { at: "/team", path: "/team", team: { refreshMembership } });
  await expect.element(page.getByRole("heading", { name: "Your team" })).toBeVisible();
  await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/team$/);
  answer();
  await expect.element(page.getByTestId("address")).toHaveTextContent(`/team/${TEAM_ID}`);
});
