/** The calls about roles: what they allow, for which team (decisions C-10, C-11, C-26). */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { team as endpoints } from "@coffer/contract/team";
import type { Role } from "@coffer/contract/team-schemas";
import type { PermissionSet } from "@coffer/core/team/permissions";
import { isSystemRole, isWithin, MEMBER, SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { and, count, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { permissionsOf, type Viewer } from "../access.ts";
import { writeAudit } from "../account/audit.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { countHolders } from "../db/definer-functions.ts";
import { account, invitation } from "../db/tables.ts";
import { role, team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { type Actor, getActor, isAllowedEverywhere, type RoleRow, requireAllowed } from "./authorization.ts";
import { revokeUnauthorized } from "./inviter-authority.ts";

type RoleCalls = Pick<typeof endpoints, "listRoles" | "createRole" | "updateRole" | "deleteRole">;
type Changed = ParsedOf<typeof endpoints.updateRole>;

/** Of one team, and of those for all. */
const MAX_ROLES = 200;

export function roleHandlers(deps: Deps): Handlers<RoleCalls> {
  return {
    listRoles: async (_, viewer) => {
      const actor = await getActor(deps.db, viewer);
      requireAllowed(actor, "seeRoles", actor.account.team_id);
      return rolesOf(deps.db, isAllowedEverywhere(actor, "seeRoles") ? "all" : actor.account.team_id);
    },
    createRole: async (input, viewer) => ({
      success: true,
      message: "Role created successfully",
      role: await deps.db.transaction((tx) => create(deps, tx, viewer, input)),
    }),
    updateRole: async (input, viewer) => ({
      success: true,
      message: "Role updated successfully",
      role: await deps.db.transaction((tx) => change(deps, tx, viewer, input)),
    }),
    deleteRole: async ({ id }, viewer) => {
      await deps.db.transaction((tx) => remove(deps, tx, viewer, id));
      return { success: true, message: "Role deleted successfully" };
    },
  };
}

/** Roles of every team ("all"), or those that members of one may have, by its id; without the first (decision C-10). */
export async function rolesOf(db: Db | Tx, whose: string | null): Promise<Role[]> {
  const isTheirs = whose === null ? isNull(role.team_id) : or(isNull(role.team_id), eq(role.team_id, whose));
  const rows = await db
    .select({ row: role, teamName: team.name })
    .from(role)
    .leftJoin(team, eq(team.id, role.team_id))
    .where(and(ne(role.id, SUPER_ADMIN), whose === "all" ? undefined : isTheirs))
    .orderBy(role.id);
  return rows.map(({ row, teamName }) => roleView(row, teamName));
}

const roleView = (row: RoleRow, teamName: string | null): Role => ({
  id: row.id,
  name: row.name,
  description: row.description,
  permissions: permissionsOf(row),
  team_id: row.team_id,
  team_name: teamName,
});

async function viewOf(tx: Tx, row: RoleRow): Promise<Role> {
  const [own] = row.team_id === null ? [] : await tx.select({ name: team.name }).from(team).where(eq(team.id, row.team_id));
  return roleView(row, own?.name ?? null);
}

async function create(deps: Deps, tx: Tx, viewer: Viewer, { name, description, permissions }: Omit<Changed, "id">): Promise<Role> {
  const actor = await getActor(tx, viewer);
  requireAllowed(actor, "changeRoles", actor.account.team_id);
  refuseBeyondOwnPermissions(actor, permissions);
  const teamId = actor.isSuper ? null : actor.account.team_id;
  const isTheirs = teamId === null ? isNull(role.team_id) : eq(role.team_id, teamId);
  const [{ there } = { there: 0 }] = await tx.select({ there: count() }).from(role).where(isTheirs);
  if (there >= MAX_ROLES) throw new AppError("too_many_roles");
  const [row] = await tx
    .insert(role)
    .values({ name, description, team_id: teamId, ...permissions })
    .returning();
  if (!row) throw new Error("A role that was not written");
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "role.created" });
  return viewOf(tx, row);
}

async function change(deps: Deps, tx: Tx, viewer: Viewer, { id, name, description, permissions }: Changed): Promise<Role> {
  const actor = await getActor(tx, viewer);
  const before = await getChangeable(tx, actor, id);
  // The first role decides what team admins may; the other two are what every rule is built on.
  if (before.id === SUPER_ADMIN || before.id === MEMBER) throw new AppError("system_role");
  refuseBeyondOwnPermissions(actor, permissions);
  const [row] = await tx
    .update(role)
    .set({ name, description, ...permissions })
    .where(eq(role.id, id))
    .returning();
  if (!row) throw new AppError("not_found");
  // Its holders may invite for less than before; an invitation with this role gives more.
  const isBySome = sql`${invitation.invited_by} in (select a.id from ${account} a where a.role_id = ${id})`;
  const which = or(eq(invitation.role_id, id), isBySome);
  await bypassRlsWithin("team", deps.db, tx, () => revokeUnauthorized(tx, which, new Date(deps.now())));
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "role.changed" });
  return viewOf(tx, row);
}

async function remove(deps: Deps, tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const actor = await getActor(tx, viewer);
  const row = await getChangeable(tx, actor, id);
  if (isSystemRole(row.id)) throw new AppError("system_role");
  const holders = await countHolders(tx, id);
  const isPending = and(isNull(invitation.used_at), isNull(invitation.revoked_at), gt(invitation.expires_at, new Date(deps.now())));
  const [invited] = await tx
    .select({ there: count() })
    .from(invitation)
    .where(and(eq(invitation.role_id, id), isPending));
  if (holders + (invited?.there ?? 0) > 0) throw new AppError("role_in_use");
  // Invitations with it that were used long ago do not count.
  await tx.update(invitation).set({ role_id: MEMBER }).where(eq(invitation.role_id, id));
  await tx.delete(role).where(eq(role.id, id));
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "role.deleted" });
}

/**
 * A role that the actor may change, locked: of the own team, with nothing that the actor lacks, and not the own one.
 * @throws AppError forbidden, for those of other teams and unknown ones alike; not_found to the first role alone
 */
async function getChangeable(tx: Tx, actor: Actor, id: number): Promise<RoleRow> {
  requireAllowed(actor, "changeRoles", actor.account.team_id);
  const [row] = await tx.select().from(role).where(eq(role.id, id)).for("update");
  if (!row && actor.isSuper) throw new AppError("not_found");
  const isOurs = actor.isSuper || (row !== undefined && row.team_id !== null && row.team_id === actor.account.team_id);
  if (!row || !isOurs) throw new AppError("forbidden");
  if (row.id === SUPER_ADMIN || (row.id === TEAM_ADMIN && !actor.isSuper)) throw new AppError("system_role");
  if (row.id === actor.account.role_id) throw new AppError("own_role");
  refuseBeyondOwnPermissions(actor, permissionsOf(row));
  return row;
}

function refuseBeyondOwnPermissions({ permissions: mine }: Actor, theirs: PermissionSet): void {
  if (!isWithin(theirs, mine)) throw new AppError("beyond_own_permissions");
}
