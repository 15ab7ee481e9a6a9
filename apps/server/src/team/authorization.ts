/** Who may do what in which team, decided here for every call of the team feature. A caller who may not gets the same refusal for what exists and what does not. */
import { AppError } from "@coffer/contract/errors";
import { type PermissionFlag, type PermissionSet, permissionsWhere } from "@coffer/core/team/permissions";
import { isWithin, MEMBER, NO_ROLE, SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { eq } from "drizzle-orm";
import { permissionsOf, type Viewer } from "../access.ts";
import type { AccountRow } from "../account/accounts.ts";
import type { Db, Tx } from "../db/connect.ts";
import { holdRole, lockTeam } from "../db/definer-functions.ts";
import { account } from "../db/tables.ts";
import { role, team } from "../db/team-tables.ts";

export type RoleRow = typeof role.$inferSelect;
export type TeamRow = typeof team.$inferSelect;

/** A signed-in user, with what their role allows now. */
export interface Actor {
  readonly account: AccountRow;
  readonly permissions: PermissionSet;
  readonly isSuper: boolean;
}

interface Rule {
  /** Any of these is enough in the holder's own team. */
  readonly here: readonly PermissionFlag[];
  /** This is enough for every team. */
  readonly anywhere?: PermissionFlag;
  readonly isForAdmins?: true;
  readonly isForMembers?: true;
}

/** The rows of the page on permissions; the first role may do all of them, everywhere. */
const RULES = {
  seeTeam: { here: [], anywhere: "manage_teams", isForMembers: true },
  changeTeams: { here: [], anywhere: "manage_teams" },
  seeMembers: { here: ["manage_team"], anywhere: "manage_teams", isForAdmins: true },
  addMembers: { here: [], anywhere: "manage_teams", isForAdmins: true },
  removeMembers: { here: ["remove_members"], anywhere: "manage_teams" },
  /** In the log, where administrators take out people who are gone. */
  signRemovals: { here: ["remove_members"], anywhere: "manage_teams", isForAdmins: true },
  deleteAccounts: { here: ["remove_members"] },
  removeSecondFactor: { here: ["remove_members"] },
  giveRoles: { here: ["manage_team"] },
  invite: { here: ["invite_members"], anywhere: "manage_teams", isForAdmins: true },
  takeInvitationsBack: { here: ["remove_members"], anywhere: "manage_teams" },
  seeRoles: { here: ["manage_roles", "manage_team", "invite_members"], anywhere: "manage_teams", isForAdmins: true },
  changeRoles: { here: ["manage_roles"] },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof RULES;

const NOTHING = permissionsWhere(() => false);

export async function getActor(tx: Db | Tx, { accountId }: Pick<Viewer, "accountId">): Promise<Actor> {
  const [row] = await tx.select().from(account).innerJoin(role, eq(role.id, account.role_id)).where(eq(account.id, accountId));
  if (!row) throw new Error("A session without an account");
  const isSuper = row.role.id === SUPER_ADMIN;
  // A role counts in a team; only the first one needs none.
  const permissions = isSuper || row.account.team_id !== null ? permissionsOf(row.role) : NOTHING;
  return { account: row.account, permissions, isSuper };
}

/** @param teamId - null: of no team, which concerns the first role alone */
export function isAllowed({ account: own, permissions, isSuper }: Actor, name: RuleName, teamId: string | null): boolean {
  if (isSuper) return true;
  const rule: Rule = RULES[name];
  if (teamId === null) return false;
  if (rule.anywhere !== undefined && permissions[rule.anywhere]) return true;
  if (own.team_id !== teamId) return false;
  return (
    rule.isForMembers === true || (rule.isForAdmins === true && own.role_id === TEAM_ADMIN) || rule.here.some((flag) => permissions[flag])
  );
}

/** Whether in every team: only then may an unknown id be called unknown. */
export const isAllowedEverywhere = ({ permissions, isSuper }: Actor, name: RuleName): boolean => {
  const { anywhere }: Rule = RULES[name];
  return isSuper || (anywhere !== undefined && permissions[anywhere]);
};

/** @throws AppError forbidden */
export function requireAllowed(actor: Actor, name: RuleName, teamId: string | null): void {
  if (!isAllowed(actor, name, teamId)) throw new AppError("forbidden");
}

/**
 * How a team is read. `lock`: no one else changes it or its members until the transaction ends. `hold`: it stays until then, and others may hold it too.
 *
 * Note: One order. Code that writes several of a team, its invitations, the scopes shared with it and its accounts locks them in this order. Writing a row that refers to a team holds the team
 * anyway: code that has locked an account or an invitation before would wait for a deletion of the team, which waits for that lock.
 */
type TeamMode = "read" | "hold" | "lock";

/** @returns null for one that does not exist, or no longer */
export async function findTeam(tx: Db | Tx, teamId: string, mode: TeamMode): Promise<TeamRow | null> {
  if (mode !== "read") await lockTeam(tx, teamId, mode);
  const [row] = await tx.select().from(team).where(eq(team.id, teamId));
  return row ?? null;
}

/**
 * A team in which the actor may do that.
 * @throws AppError forbidden, for unknown ones too; not_found only to actors who may in every team
 */
export async function getTeam(tx: Db | Tx, actor: Actor, teamId: string, name: RuleName, mode: TeamMode = "read"): Promise<TeamRow> {
  requireAllowed(actor, name, teamId);
  const row = await findTeam(tx, teamId, mode);
  if (row === null) throw new AppError("not_found");
  return row;
}

async function takeTeamOf(tx: Tx, accountId: string, mode: TeamMode): Promise<void> {
  const [own] = await tx.select({ teamId: account.team_id }).from(account).where(eq(account.id, accountId));
  if (own?.teamId) await findTeam(tx, own.teamId, mode);
}

/** Before locking an account whose membership may end. See Note: One order. */
export const holdTeamOf = (tx: Tx, accountId: string): Promise<void> => takeTeamOf(tx, accountId, "hold");

/** Before reading who may, where that must not change before the transaction ends. */
export const lockTeamOf = (tx: Tx, accountId: string): Promise<void> => takeTeamOf(tx, accountId, "lock");

/**
 * Another person's account, locked, that the actor may manage (decisions S-07, C-10). Never the actor's own, never one with more permissions.
 * @throws AppError forbidden, for unknown accounts too; not_found to those alone who may in every team; beyond_own_permissions within the own team
 */
export async function getAdministeredAccount(tx: Tx, actor: Actor, accountId: string, name: RuleName): Promise<AccountRow> {
  if (accountId === actor.account.id) throw new AppError("forbidden");
  const [theirs] = await tx
    .select()
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(eq(account.id, accountId))
    .for("update", { of: account });
  if (!theirs && isAllowedEverywhere(actor, name)) throw new AppError("not_found");
  if (!theirs || !isAllowed(actor, name, theirs.account.team_id)) throw new AppError("forbidden");
  if (theirs.role.id === SUPER_ADMIN && !actor.isSuper) throw new AppError("forbidden");
  if (!isWithin(permissionsOf(theirs.role), actor.permissions)) throw new AppError("beyond_own_permissions");
  return theirs.account;
}

/**
 * A role that the actor may give to a member of that team. It stays until the transaction ends.
 * @param chosen - 0 for the role of a member
 * @throws AppError role_not_assignable, for the first role, foreign and unknown ones alike; beyond_own_permissions
 */
export async function getAssignableRole(tx: Tx, actor: Actor, chosen: number, teamId: string | null): Promise<RoleRow> {
  const roleId = chosen === NO_ROLE ? MEMBER : chosen;
  await holdRole(tx, roleId);
  const [row] = await tx.select().from(role).where(eq(role.id, roleId));
  const isOurs = row !== undefined && row.id !== SUPER_ADMIN && (row.team_id === null || row.team_id === teamId);
  // Without a team a role would count nowhere.
  if (!isOurs || (teamId === null && row.id !== MEMBER)) throw new AppError("role_not_assignable");
  if (!isWithin(permissionsOf(row), actor.permissions)) throw new AppError("beyond_own_permissions");
  return row;
}
