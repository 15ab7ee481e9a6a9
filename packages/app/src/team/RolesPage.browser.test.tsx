import { AppError } from "@coffer/contract/errors";
import { type PermissionFlag, permissionsWhere } from "@coffer/core/team/permissions";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ADMIN_ROLE, aRole, MEMBER_ROLE, renderTeam } from "../testing/team-world.tsx";
import { seeToast } from "../testing/toasts.ts";
import { RolesPage } from "./RolesPage.tsx";

const RECRUITER = aRole(100, "Recruiter", ["invite_members"], { description: "Asks people in" });
const ROLES = [aRole(1, "Super Admin", ["manage_teams"]), ADMIN_ROLE, MEMBER_ROLE, RECRUITER];
type Verbs = NonNullable<Parameters<typeof renderTeam>[1]>["team"];
const MINE: readonly PermissionFlag[] = ["manage_roles", "invite_members", "manage_team"];
const open = (team: Verbs = {}, roleId = 200, flags = MINE) =>
  renderTeam(<RolesPage />, { flags, roleId, team: { roles: async () => ROLES, ...team } });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const inDialog = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const names = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => row.querySelector("td div")?.textContent);

it("lists every role but the first, with what it allows", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Roles & Permissions" })).toBeVisible();
  await expect.poll(names).toEqual(["Team Admin", "Member", "Recruiter"]);
  const row = page.getByRole("row", { name: /Recruiter/ });
  for (const text of ["Asks people in", "Invite Members"]) await expect.element(row.getByText(text)).toBeVisible();
  await expect
    .element(
      page
        .getByRole("row", { name: /Member No/ })
        .or(page.getByRole("row", { name: /^Member/ }))
        .getByText("No Permissions"),
    )
    .toBeVisible();
});

it.each([
  ["recruit", ["Recruiter"]],
  ["ASKS", ["Recruiter"]],
  ["remove_members", ["Team Admin"]],
  ["Manage Team", ["Team Admin"]],
])("finds %j by name, description or permission", async (text, found) => {
  await open();
  await page.getByLabelText("Search").fill(text);
  await expect.poll(names).toEqual(found);
});

describe("what is offered", () => {
  it("is to change roles of the team, not those of the product, not the user's own role, and none that allows more than it", async () => {
    const [own, strong] = [aRole(200, "Own", ["manage_roles"]), aRole(201, "Strong", ["remove_members"])];
    await open({ roles: async () => [...ROLES, own, strong] });
    await expect.element(button("Edit role Recruiter")).toBeVisible();
    const offered = page.getByRole("button", { name: /^(Edit|Delete) role/ });
    expect(offered.elements().map((element) => element.getAttribute("aria-label"))).toEqual([
      "Edit role Recruiter",
      "Delete role Recruiter",
    ]);
  });

  it("is to the first role to say what team admins may, too", async () => {
    await open({}, 1, ["manage_roles", "invite_members", "manage_team", "manage_teams", "remove_members"]);
    await expect.element(button("Edit role Team Admin")).toBeVisible();
    expect(button("Delete role Team Admin").elements()).toEqual([]);
    expect(button("Edit role Member").elements()).toEqual([]);
  });
});

it("without a role says so", async () => {
  await open({ roles: async () => [] });
  await expect.element(page.getByText("No roles available")).toBeVisible();
});

describe("the dialog", () => {
  it("makes a role with a name and what it allows, nothing beyond the user's own permissions", async () => {
    const createRole = vi.fn().mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
    await open({ createRole });
    await button("Create Role").click();
    await expect.element(page.getByRole("dialog", { name: "Create Role" })).toBeVisible();
    expect(page.getByRole("dialog").getByRole("checkbox").elements()).toHaveLength(5);
    await expect.element(page.getByRole("checkbox", { name: "Manage Teams" })).toBeDisabled();
    await inDialog("Create Role").click();
    await expect.element(page.getByText("Role name is required")).toBeVisible();
    await page.getByLabelText("Role Name").fill("Guide");
    await page.getByRole("checkbox", { name: "Invite Members" }).click();
    await expect.element(page.getByText("This role can list roles; invite by email", { exact: false })).toBeVisible();
    await inDialog("Create Role").click();
    await seeToast("Failed to save role");
    await inDialog("Create Role").click();
    await seeToast("Role created successfully");
    expect(createRole).toHaveBeenLastCalledWith({
      name: "Guide",
      description: "",
      permissions: permissionsWhere((flag) => flag === "invite_members"),
    });
  });

  it("edits one", async () => {
    const updateRole = vi.fn().mockResolvedValue(undefined);
    await open({ updateRole });
    await button("Edit role Recruiter").click();
    await expect.element(page.getByRole("dialog", { name: "Edit Role" })).toBeVisible();
    await page.getByLabelText("Description").fill("Asks");
    await inDialog("Save Changes").click();
    await seeToast("Role updated successfully");
    expect(updateRole).toHaveBeenCalledWith({ id: 100, name: "Recruiter", description: "Asks", permissions: RECRUITER.permissions });
  });
});

it("deletes a role once that was confirmed; what the server says against it is shown", async () => {
  const refused = new AppError("role_in_use");
  const deleteRole = vi.fn().mockRejectedValueOnce(refused).mockRejectedValueOnce(new Error("boom")).mockResolvedValue(undefined);
  await open({ deleteRole });
  const remove = async (reply: string) => {
    await button("Delete role Recruiter").click();
    await page.getByRole("alertdialog").getByRole("button", { name: reply, exact: true }).click();
  };
  await remove("Cancel");
  expect(deleteRole).not.toHaveBeenCalled();
  for (const text of [refused.message, "Failed to delete role", "Role deleted successfully"]) {
    await remove("Delete");
    await seeToast(text);
  }
});

it("says on the page when they cannot be loaded", async () => {
  await open({ roles: () => Promise.reject(new AppError("unexpected", "Failed to fetch roles")) });
  await expect.element(page.getByText("Error loading roles")).toBeVisible();
});
