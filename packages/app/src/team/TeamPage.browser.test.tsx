import type { TeamPeople } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import type { PermissionFlag } from "@coffer/core/team/permissions";
import { lazy, type ReactNode } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import {
  ADMIN_ROLE,
  aMember,
  anInvitation,
  asked,
  aTeam,
  expectNothingFound,
  MEMBER_ROLE,
  renderTeam,
  TEAM_ID,
} from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { OwnTeamPage, TeamPage } from "./TeamPage.tsx";

const PEOPLE: TeamPeople = {
  status: "open",
  toConfirm: [],
  keyKeptBy: [],
  mustHandOver: false,
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

it("says of a search without a match that nothing was found, not that no one is there", async () => {
  await open();
  await expectNothingFound();
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
  await page.getByRole("dialog").getByLabelText("Role").selectOptions("Member");
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Member allows to manage nothing.");
  await inDialog("Add Member").click();
  await seeToast("Failed to add member");
  await inDialog("Add Member").click();
  await seeToast("Member added successfully");
  expect(addMember).toHaveBeenLastCalledWith({
    teamId: TEAM_ID,
    memberUserId: id,
    email: "free@example.com",
    roleId: 3,
    allows: MEMBER_ROLE.permissions,
  });
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

describe("left by its only administrator", () => {
  const [ann, cat] = [aMember("ann@example.com", { isKeyPending: true }), aMember("cat@example.com", { isVerified: true })];
  const own = aMember(ANN.user.email, { user_id: ANN.user.id, role_id: 2 });
  const changed = aMember("kim@example.com");
  const HANGS: TeamPeople = {
    ...PEOPLE,
    mustHandOver: true,
    members: [own, ann, changed, aMember("bob@example.com"), cat],
    toConfirm: [{ kind: "other-key", userId: changed.user_id, email: changed.email, roleId: 3, isCompared: false }],
  };
  const dialog = page.getByRole("dialog", { name: "Leave the team" });

  it("asks who follows, those with a verified key first, and leaves in the same step", async () => {
    const leaveTeamTo = vi.fn().mockRejectedValueOnce(new AppError("stale_head")).mockResolvedValue(undefined);
    await open({ people: async () => HANGS, leaveTeamTo }, [], 2);
    await expect.element(page.getByText("bob@example.com")).toBeVisible();
    await button("Leave Team").click();
    await expect.element(dialog).toHaveTextContent('You are the only administrator of "Engineering".');
    const names = () =>
      dialog
        .getByRole("radio")
        .elements()
        .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);
    expect(names()).toEqual(["cat@example.com", "bob@example.com", "kim@example.com", "ann@example.com"]);
    await inDialog("Hand Over and Leave").click();
    await expect.element(dialog).toHaveTextContent("Choose who follows you.");
    expect(leaveTeamTo).not.toHaveBeenCalled();
    await dialog.getByRole("radio", { name: "bob@example.com" }).click();
    await expect
      .element(dialog.getByRole("status"))
      .toHaveTextContent("bob@example.com becomes the administrator. You have not compared numbers");
    await dialog.getByRole("radio", { name: "cat@example.com" }).click();
    await expect.element(dialog.getByRole("status")).toHaveTextContent(/^cat@example.com becomes the administrator\.$/);
    await inDialog("Hand Over and Leave").click();
    await expect.element(dialog.getByRole("alert")).toBeVisible();
    await inDialog("Hand Over and Leave").click();
    await seeToast("You have left Engineering");
    expect(leaveTeamTo).toHaveBeenLastCalledWith({ userId: cat.user_id, email: "cat@example.com", serverRoleId: 3 });
  });

  it("does not offer a person with another key before numbers were compared, which the dialog does", async () => {
    await open({ people: async () => HANGS }, [], 2);
    await expect.element(page.getByText("bob@example.com")).toBeVisible();
    await button("Leave Team").click();
    await expect.element(dialog.getByRole("radio", { name: "kim@example.com" })).toBeDisabled();
    await expect.element(dialog.getByRole("button", { name: "Key changed of kim@example.com" })).toBeVisible();
    await dialog.getByRole("button", { name: "Compare numbers with bob@example.com" }).click();
    await expect.element(page.getByRole("dialog", { name: "Safety number" })).toBeVisible();
  });
});

it("tells the only member what leaving means", async () => {
  const own = aMember(ANN.user.email, { user_id: ANN.user.id, role_id: 2 });
  await open({ people: async () => ({ ...PEOPLE, members: [own] }) }, [], 2);
  await expect.element(page.getByRole("tab", { name: "Active Members" })).toHaveTextContent("1");
  await button("Leave Team").click();
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent("You are its only member: after you no one can open what was shared with it.");
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
