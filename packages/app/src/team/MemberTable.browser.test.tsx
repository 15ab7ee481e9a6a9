/** What may be done to a member is offered, and what the server would refuse is not. */
import { SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aMember, MEMBER_ROLE, renderTeam } from "../testing/team-world.tsx";
import { MemberTable } from "./MemberTable.tsx";

const FLAGS = ["manage_team", "invite_members", "remove_members"] as const;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const role = (email: string) => page.getByLabelText(`Role of ${email}`);

/** The log has the team's creator as a team admin; the server has them with the first role. */
const MAKER = aMember("maker@example.com", { role_id: TEAM_ADMIN, role_name: "Team Admin", serverRoleId: SUPER_ADMIN });
/** Given more by the server than the log says. */
const RAISED = aMember("raised@example.com", { serverRoleId: 100 });
const BOB = aMember("bob@example.com", { two_factor_enabled: true });
const ADDED = aMember("added@example.com", { two_factor_enabled: true, has_agreed: false });
const MEMBERS = [MAKER, RAISED, BOB, ADDED];
const ROLES = [ADMIN_ROLE, MEMBER_ROLE];

const open = (roleId?: number) =>
  renderTeam(<MemberTable members={MEMBERS} teamId={null} roles={ROLES} mayGiveRoles mayRemove />, {
    flags: FLAGS,
    ...(roleId !== undefined && { roleId }),
  });

describe("to a team admin", () => {
  beforeEach(() => open());

  it("nothing is offered about a member who has the first role at the server, or more permissions there than the user", async () => {
    await expect.element(button("Remove bob@example.com")).toBeVisible();
    for (const { email } of [MAKER, RAISED]) {
      await expect.element(page.getByText(email)).toBeVisible();
      for (const name of [`Remove ${email}`, `Delete ${email}`]) expect(button(name).elements()).toEqual([]);
      expect(role(email).elements()).toEqual([]);
    }
  });

  it("the second factor of a member who was added without an invitation stays; the reason is said", async () => {
    await expect.element(button("Remove MFA of bob@example.com")).toBeEnabled();
    const kept = button("Remove MFA of added@example.com");
    await expect.element(kept).toBeDisabled();
    await expect.element(kept).toHaveAttribute("title", "This person was added to the team without an invitation.");
  });
});

it("to the first role everything is, but a role for its like, and their deletion", async () => {
  await open(SUPER_ADMIN);
  await expect.element(button("Remove maker@example.com")).toBeEnabled();
  await expect.element(button("Delete maker@example.com")).toBeDisabled();
  expect(role("maker@example.com").elements()).toEqual([]);
  await expect.element(button("Remove MFA of added@example.com")).toBeEnabled();
});
