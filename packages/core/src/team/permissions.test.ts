import { expect, it } from "vitest";
import { PERMISSIONS, type PermissionRow } from "./permission-words.ts";
import { NO_PERMISSIONS, PERMISSION_FLAGS, permissionsWhere } from "./permissions.ts";

it("has the five flags of the specification (spec 1 §3)", () => {
  const specified = ["manage_team", "manage_teams", "manage_roles", "invite_members", "remove_members"];
  expect(PERMISSION_FLAGS).toEqual(expect.arrayContaining(specified));
});

it("has a label and the allowed actions for each", () => {
  const rows: readonly PermissionRow[] = Object.values(PERMISSIONS);
  expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
  for (const { description, allows } of rows) {
    expect(description).toMatch(/\.$/);
    expect(allows.length).toBeGreaterThan(0);
  }
});

it("has a value for every flag", () => {
  expect(permissionsWhere((flag) => flag === "manage_roles")).toEqual({ ...NO_PERMISSIONS, manage_roles: true });
  expect(Object.keys(NO_PERMISSIONS)).toEqual(PERMISSION_FLAGS);
});
