/** Endpoints for roles: what they allow, in which team. */
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, Nothing } from "./schemas.ts";
import { Role, RoleId, roleBody } from "./team-schemas.ts";

export const roles = {
  listRoles: endpoint({
    method: "GET",
    path: "/roles",
    access: "signed-in",
    summary: "Roles that the caller's team may use; every team's for the first role, which is never among them.",
    input: () => Nothing,
    reply: () => z.array(Role),
    refuses: ["forbidden"],
    failure: "Failed to fetch roles",
  }),
  createRole: endpoint({
    method: "POST",
    path: "/roles",
    access: "signed-in",
    fresh: true,
    summary:
      "Creates a role for the caller's team, or for all teams when the first role creates it. It cannot have a permission that the caller lacks.",
    input: () => z.strictObject(roleBody),
    reply: () => Done.extend({ role: Role }),
    refuses: ["forbidden", "beyond_own_permissions", "too_many_roles"],
    failure: "Failed to save role",
  }),
  updateRole: endpoint({
    method: "PUT",
    path: "/roles/:id",
    access: "signed-in",
    fresh: true,
    summary: "Changes a role: never the caller's own, one beyond the caller's permissions, or one of another team.",
    input: () => z.strictObject({ id: RoleId, ...roleBody }),
    reply: () => Done.extend({ role: Role }),
    refuses: ["forbidden", "not_found", "beyond_own_permissions", "own_role", "system_role"],
    failure: "Failed to save role",
  }),
  deleteRole: endpoint({
    method: "DELETE",
    path: "/roles/:id",
    access: "signed-in",
    fresh: true,
    summary: "Deletes a role. Refused while someone has it or is invited with it.",
    input: () => z.strictObject({ id: RoleId }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "beyond_own_permissions", "own_role", "system_role", "role_in_use"],
    failure: "Failed to delete role",
  }),
};
