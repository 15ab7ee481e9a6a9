import type { TeamPeople } from "@coffer/client";
import { AppError } from "@coffer/contract/errors";
import { PERMISSION_FLAGS, type PermissionFlag } from "@coffer/core/team/permissions";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { noConnection } from "../testing/no-connection.ts";
import {
  ADMIN_ROLE,
  aMember,
  anInvitation,
  aRole,
  asked,
  expectNothingFound,
  MEMBER_ROLE,
  renderTeam,
  TEAM_ID,
} from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { ManageMembersPage } from "./ManageMembersPage.tsx";

const BOB = aMember("bob@example.com", { two_factor_enabled: true });
const CAT = aMember("cat@example.com", { is_managed: false });
const SELF = aMember(ANN.user.email, { user_id: ANN.user.id, role_id: 2, role_name: "Team Admin" });
const LATE = anInvitation("late@example.com");
const RECRUITER = aRole(100, "Recruiter", ["invite_members"]);
const PEOPLE: TeamPeople = {
  status: "open",
  toConfirm: [],
  keyKeptBy: [],
  mustHandOver: false,
  unconfirmed: [],
  members: [BOB, CAT, SELF],
  invitations: [LATE],
  roles: [ADMIN_ROLE, MEMBER_ROLE, RECRUITER],
};
const ALL: readonly PermissionFlag[] = ["manage_team", "invite_members", "remove_members", "manage_roles"];
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];

const open = (team: Verbs = {}, flags: readonly PermissionFlag[] = ALL) =>
  renderTeam(<ManageMembersPage />, { flags, roleId: 2, team: { people: async () => PEOPLE, roles: async () => PEOPLE.roles, ...team } });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (name: string) => page.getByRole("tab", { name });
const answer = (name: string) => page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

it("lists who is in the team, since when, and with which role", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Team Members" })).toBeVisible();
  const row = page.getByRole("row", { name: /bob@example.com/ });
  for (const text of ["Engineering", "Jan 15, 2026", "2FA"]) await expect.element(row.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText("Role of bob@example.com")).toHaveValue("3");
});

it("says of a search without a match that nothing was found, not that no one is there", async () => {
  await open();
  await expectNothingFound();
});

it("does not say that there are none of the people it does not show", async () => {
  await open({ people: async () => ({ ...PEOPLE, status: "unsolicited", members: [] }) });
  await expect.element(page.getByText(/Join it only if you know who added you/)).toBeVisible();
  await expect.element(page.getByText("No members yet")).not.toBeInTheDocument();
});

it("says whose leaving still needs another key, as the page of the team does, and lets it be made", async () => {
  await open({ people: async () => ({ ...PEOPLE, keyKeptBy: ["gone@example.com"] }) });
  await expect.element(page.getByText(/gone@example.com left, and the team's next key is still missing/)).toBeVisible();
  await expect.element(button("Make a new key")).toBeVisible();
});

describe("what a permission shows", () => {
  const SHOWN: readonly (readonly [PermissionFlag, () => ReturnType<typeof button>, string])[] = [
    ["invite_members", () => button("Invite Member"), "Active Members"],
    ["remove_members", () => button("Remove bob@example.com"), "Active Members"],
    ["remove_members", () => button("Delete bob@example.com"), "Active Members"],
    ["remove_members", () => button("Remove MFA of bob@example.com"), "Active Members"],
    ["remove_members", () => button("Revoke the invitation of late@example.com"), "Pending Invitations"],
    ["manage_roles", () => button("Add Role"), "Roles"],
  ];

  it.each(SHOWN.map(([flag, find, where]) => ({ flag, find, where })))("$flag in $where", async ({ flag, find, where }) => {
    await open({}, ["manage_team", flag]);
    await tab(where).click();
    await expect.element(find()).toBeVisible();
  });

  it.each(SHOWN.map(([flag, find, where]) => ({ flag, find, where })))(
    "and nothing in $where without $flag",
    async ({ flag, find, where }) => {
      await open(
        {},
        PERMISSION_FLAGS.filter((other) => other !== flag),
      );
      await tab(where).click();
      await expect.element(page.getByRole("table")).toBeVisible();
      expect(find().elements()).toEqual([]);
    },
  );

  it("no one to do anything to themselves, and no MFA to remove where there is none", async () => {
    await open();
    await expect.element(button("Remove cat@example.com")).toBeVisible();
    expect(button("Remove MFA of cat@example.com").elements()).toEqual([]);
    for (const name of [`Remove ${ANN.user.email}`, `Delete ${ANN.user.email}`]) expect(button(name).elements()).toEqual([]);
    expect(page.getByLabelText(`Role of ${ANN.user.email}`).elements()).toEqual([]);
  });

  it("no deletion of an account that the team did not make", async () => {
    await open();
    await expect.element(button("Delete cat@example.com")).toBeDisabled();
    await expect.element(button("Delete bob@example.com")).toBeEnabled();
  });

  it("no role that allows more than the user's own", async () => {
    await open({}, ["manage_team", "invite_members"]);
    const offered = page.getByLabelText("Role of bob@example.com").getByRole("option");
    await expect.poll(() => offered.elements().map(({ textContent }) => textContent)).toEqual(["Member", "Recruiter"]);
  });
});

describe("a role", () => {
  const choose = () => page.getByLabelText("Role of bob@example.com").selectOptions("Team Admin");

  it("is given once that was confirmed, and not when it was not", async () => {
    const giveRole = asked(undefined);
    await open({ giveRole });
    await choose();
    await expect.element(page.getByText("Are you sure you want to update the role?")).toBeVisible();
    await expect
      .element(page.getByText('bob@example.com has the role "Member" and gets the role "Team Admin".', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByRole("alertdialog")).toHaveTextContent("Team Admin allows: Manage Team,");
    await answer("Cancel");
    expect(giveRole).not.toHaveBeenCalled();
    await expect.element(page.getByLabelText("Role of bob@example.com")).toHaveValue("3");
    await choose();
    await answer("Update role");
    await seeToast("Role updated successfully");
    expect(giveRole).toHaveBeenCalledWith({ userId: BOB.user_id, roleId: 2, teamId: null, allows: ADMIN_ROLE.permissions });
  });

  it.each([
    ["refuses", new AppError("beyond_own_permissions"), "Failed to update role: This needs a permission that you do not have yourself."],
    ["fails", new AppError("unexpected", "Error updating role"), "Error updating role"],
    ["is not there", noConnection(), "Error updating role. There is no connection to the server."],
  ])("says so when the server %s", async (_, error, text) => {
    await open({ giveRole: () => Promise.reject(error) });
    await choose();
    await answer("Update role");
    await seeToast(text);
  });
});

describe("a member", () => {
  it("is removed from the team once it was said what they lose", async () => {
    const removeMember = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    const memberAccess = async () => ({ isKnown: true, throughTeam: [], theirs: [], inPerson: [], passwords: [], othersHave: [] });
    await open({ removeMember, memberAccess });
    const remove = async (reply: string) => {
      await button("Remove bob@example.com").click();
      await expect.element(page.getByText("They will lose access to shared items in Team Vault.", { exact: false })).toBeVisible();
      await page.getByRole("dialog").getByRole("button", { name: reply, exact: true }).click();
    };
    await remove("Cancel");
    expect(removeMember).not.toHaveBeenCalled();
    await remove("Remove");
    await seeToast("Failed to remove member from team");
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await seeToast("Member removed from team successfully");
    expect(removeMember).toHaveBeenCalledWith({ id: BOB.id, userId: BOB.user_id, teamId: null, ending: [] });
  });

  it("is deleted once their address was typed", async () => {
    const deleteUser = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open({ deleteUser });
    await button("Delete bob@example.com").click();
    const go = page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true });
    await go.click();
    await expect.element(page.getByText("Type the email address to continue.")).toBeVisible();
    expect(deleteUser).not.toHaveBeenCalled();
    await page.getByLabelText("Type the email address to confirm").fill(" Bob@example.com");
    await go.click();
    await seeToast("Failed to delete member");
    await go.click();
    await seeToast("User and all associated data permanently removed");
    expect(deleteUser).toHaveBeenCalledWith({ userId: BOB.user_id, teamId: null });
  });

  it("is freed of a second factor that they lost", async () => {
    const removeMfa = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open({ removeMfa });
    for (const text of ["Failed to remove MFA", "MFA removed successfully"]) {
      await button("Remove MFA of bob@example.com").click();
      await answer("Remove MFA");
      await seeToast(text);
    }
    expect(removeMfa).toHaveBeenCalledWith({ userId: BOB.user_id });
  });
});

describe("an invitation", () => {
  it("is sent to an address, with the role of a member unless one is chosen", async () => {
    const invite = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(null);
    await open({ invite });
    await button("Invite Member").click();
    await button("Send Invitation").click();
    await expect.element(page.getByText("Email is required")).toBeVisible();
    await page.getByLabelText("Email").fill("abc");
    await button("Send Invitation").click();
    await expect.element(page.getByText("Please enter a valid email address")).toBeVisible();
    const role = page.getByRole("dialog").getByLabelText("Role");
    await expect.element(role).toHaveValue("0");
    expect(
      role
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Select Role", "Team Admin", "Member", "Recruiter"]);
    await page.getByLabelText("Email").fill("new@example.com");
    await button("Send Invitation").click();
    await seeToast("Failed to send invitation");
    await button("Send Invitation").click();
    await seeToast("Invitation sent successfully");
    expect(invite).toHaveBeenLastCalledWith({ email: "new@example.com", roleId: 0, teamId: TEAM_ID, by: "mail" });
  });

  it("says what the chosen role allows, and that is what is signed", async () => {
    const invite = asked(null);
    await open({ invite });
    await button("Invite Member").click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveTextContent("Without a choice they become a Member, who may manage nothing.");
    await dialog.getByLabelText("Role").selectOptions("Member");
    await expect.element(dialog).toHaveTextContent("Member allows to manage nothing.");
    await dialog.getByLabelText("Role").selectOptions("Recruiter");
    await expect.element(dialog).toHaveTextContent("Recruiter allows: Invite Members.");
    await page.getByLabelText("Email").fill("new@example.com");
    await button("Send Invitation").click();
    const { permissions: allows } = RECRUITER;
    expect(invite).toHaveBeenLastCalledWith({ email: "new@example.com", roleId: 100, teamId: TEAM_ID, by: "mail", allows });
  });

  it("into a team is offered as a link first, which Enter makes, and says why", async () => {
    const invite = asked("https://coffer.example/register?token=abc");
    await open({ invite });
    await button("Invite Member").click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveTextContent("lets them in at once and proves that their key is theirs");
    await expect.element(dialog.getByRole("button", { name: "Copy Link" })).toHaveAttribute("type", "submit");
    await page.getByLabelText("Email").fill("new@example.com");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByLabelText("Link", { exact: true })).toBeVisible();
    expect(invite).toHaveBeenCalledWith({ email: "new@example.com", roleId: 0, teamId: TEAM_ID, by: "link" });
  });

  it("is handed over as a link", async () => {
    const invite = asked("https://coffer.example/register?token=abc");
    await open({ invite });
    await button("Invite Member").click();
    await page.getByLabelText("Email").fill("new@example.com");
    await button("Copy Link").click();
    await expect.element(page.getByLabelText("Link", { exact: true })).toHaveValue("https://coffer.example/register?token=abc");
    expect(invite).toHaveBeenCalledWith({ email: "new@example.com", roleId: 0, teamId: TEAM_ID, by: "link" });
  });

  it("that waits says by whom, since when and for which role, and is taken back once that was confirmed", async () => {
    const revokeInvitation = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open({ revokeInvitation });
    await tab("Pending Invitations").click();
    const row = page.getByRole("row", { name: /late@example.com/ });
    for (const text of ["lead@example.com", "Member", "Jan 15, 2026"])
      await expect.element(row.getByText(text, { exact: true })).toBeVisible();
    const revoke = async (reply: string) => {
      await button("Revoke the invitation of late@example.com").click();
      await answer(reply);
    };
    await revoke("Cancel");
    expect(revokeInvitation).not.toHaveBeenCalled();
    await revoke("Revoke");
    await seeToast("Failed to revoke invitation");
    await revoke("Revoke");
    await seeToast("Invitation revoked successfully");
    expect(revokeInvitation).toHaveBeenCalledWith({ id: LATE.id, email: LATE.email, teamId: TEAM_ID });
  });

  it("that the team's log does not have is not sent again, and can be revoked", async () => {
    const planted = { ...anInvitation("planted@example.com"), isInLog: false };
    await open({ people: async () => ({ ...PEOPLE, invitations: [LATE, planted] }) });
    await tab("Pending Invitations").click();
    const row = page.getByRole("row", { name: /planted@example.com/ });
    await expect.element(row).toHaveTextContent("Not in the team's log: a person who joins by it has to be confirmed.");
    const names = row
      .getByRole("button")
      .elements()
      .map((element) => element.getAttribute("aria-label"));
    expect(names).toEqual(["Revoke the invitation of planted@example.com"]);
    await expect.element(button("Resend the invitation of late@example.com")).toBeVisible();
  });

  it("that waits is sent again", async () => {
    const invite = asked(null);
    await open({ invite });
    await tab("Pending Invitations").click();
    await button("Resend the invitation of late@example.com").click();
    await seeToast("Invitation sent successfully");
    expect(invite).toHaveBeenCalledWith({ email: LATE.email, roleId: 3, teamId: TEAM_ID, by: "mail" });
  });
});

it("says when the members or the roles cannot be loaded", async () => {
  await open({ people: () => Promise.reject(new Error("boom")), roles: () => Promise.reject(new Error("boom")) });
  await seeToast("Failed to load team data");
  await tab("Roles").click();
  await seeToast("Failed to load roles");
});

it("draws of three hundred members as many as are looked at, and finds the last one", async () => {
  const members = Array.from({ length: 300 }, (_, index) => aMember(`person${String(index).padStart(3, "0")}@example.com`));
  await open({ people: async () => ({ ...PEOPLE, members }) });
  await expect.element(page.getByText("person000@example.com")).toBeVisible();
  expect(page.getByRole("row").elements().length).toBeLessThan(130);
  await page.getByLabelText("Search").fill("person299");
  await expect.element(page.getByText("person299@example.com")).toBeVisible();
});
