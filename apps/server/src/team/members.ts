/** The calls about members of a team: adding, roles, removing, and deletion of accounts that the team made. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { team as endpoints } from "@coffer/contract/team";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { asc, eq, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { AccountRow } from "../account/accounts.ts";
import { writeAuditWithOthers } from "../account/audit.ts";
import { acrossAccounts, bypassRls } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { leftAccess } from "../db/sharing-tables.ts";
import { account, invitation } from "../db/tables.ts";
import { team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import {
  type Actor,
  getActor,
  getAdministeredAccount,
  getAssignableRole,
  getTeam,
  holdTeamOf,
  isAllowedEverywhere,
  lockTeamOf,
  type RuleName,
  requireAllowed,
  type TeamRow,
} from "./authorization.ts";
import { revokeUnauthorized } from "./inviter-authority.ts";
import { leaveTeam, refuseIfLastAdmin, refuseIfLeavesAlone } from "./leaving.ts";
import { beginMembership, deleteManaged, endMembership, lockTeamShares, sharedWithTeamBy } from "./membership.ts";
import { teamData, teamlessData } from "./team-data.ts";

type MemberCalls = Pick<
  typeof endpoints,
  | "ownTeamMembers"
  | "teamMembers"
  | "availableUsers"
  | "addMember"
  | "updateMemberRole"
  | "removeMember"
  | "removeTeamMember"
  | "leaveTeam"
  | "deleteUser"
  | "leftAccess"
>;

export const memberHandlers = (deps: Deps): Handlers<MemberCalls> => ({ ...readers(deps), ...writers(deps) });

type Readers = "ownTeamMembers" | "teamMembers" | "availableUsers" | "leftAccess";

function readers({ db, now }: Deps): Pick<Handlers<MemberCalls>, Readers> {
  return {
    ownTeamMembers: async (_, viewer) => {
      const actor = await getActor(db, viewer);
      const teamId = actor.account.team_id;
      if (teamId === null && actor.isSuper) return teamlessData(db, now());
      requireAllowed(actor, "seeMembers", teamId);
      return teamData(db, actor, String(teamId), now());
    },
    teamMembers: async ({ teamId }, viewer) => {
      const actor = await getActor(db, viewer);
      await getTeam(db, actor, teamId, "seeTeam");
      return teamData(db, actor, teamId, now());
    },
    availableUsers: async (_, viewer) => {
      const actor = await getActor(db, viewer);
      requireAllowed(actor, "addMembers", actor.account.team_id);
      return { success: true, users: await bypassRls("team", () => availableTo(db, actor)) };
    },
    leftAccess: async (_, { accountId }) => {
      const rows = await db.select().from(leftAccess).where(eq(leftAccess.owner_id, accountId)).orderBy(asc(leftAccess.at));
      return { success: true, left: rows.map(({ item_id, email, at }) => ({ item_id, email, at: at.getTime() })) };
    },
  };
}

function writers(deps: Deps): Omit<Handlers<MemberCalls>, Readers> {
  const inOne = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => deps.db.transaction(run);
  return {
    addMember: acrossAccounts("team", async (input, viewer) => {
      await inOne((tx) => add(deps, tx, viewer, input));
      return { success: true, message: "Member added successfully" };
    }),
    updateMemberRole: acrossAccounts("team", async (input, viewer) => {
      await inOne((tx) => giveRole(deps, tx, viewer, input));
      return { success: true, message: "Role updated successfully" };
    }),
    removeMember: acrossAccounts("team", async ({ id }, viewer) => {
      await inOne(async (tx) => {
        const [found] = await tx.select({ id: account.id }).from(account).where(eq(account.membership_id, id));
        await removeFrom(deps, tx, viewer, found?.id ?? UNKNOWN_ACCOUNT, null);
      });
      return { success: true, message: "Member removed from team successfully" };
    }),
    removeTeamMember: acrossAccounts("team", async ({ teamId, userId }, viewer) => {
      await inOne((tx) => removeFrom(deps, tx, viewer, userId, teamId));
      return { success: true, message: "Member removed from team successfully" };
    }),
    leaveTeam: acrossAccounts("team", async (input, viewer) => {
      await leaveTeam(deps, viewer, input);
      return { success: true };
    }),
    deleteUser: acrossAccounts("team", async ({ userId }, viewer) => {
      await inOne((tx) => deleteUser(deps, tx, viewer, userId));
      deps.log.info("team.member-deleted", { accountId: userId, byId: viewer.accountId });
      return { success: true, message: "User and all associated data permanently removed" };
    }),
  };
}

/** No account has this id: it is looked up and refused like any other. */
const UNKNOWN_ACCOUNT = "00000000-0000-4000-8000-000000000000";

interface Available extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
}

/** Accounts that the actor may add (decision C-15): a team admin learns of no stranger. */
async function availableTo(db: Db | Tx, actor: Actor, accountId?: string): Promise<Available[]> {
  const { team_id, email } = actor.account;
  const domain = email.slice(email.lastIndexOf("@"));
  const isNear = isAllowedEverywhere(actor, "addMembers")
    ? sql`true`
    : sql`(former_team_id = ${team_id} or right(email, ${domain.length}) = ${domain})`;
  const isOne = accountId === undefined ? sql`true` : sql`id = ${accountId}`;
  const mayBeFirst = actor.isSuper ? sql`true` : sql`role_id <> ${SUPER_ADMIN}`;
  const { rows } = await db.execute<Available>(sql`
    select id, email from ${account} where team_id is null and disabled_at is null and purge_at is null and ${isNear} and ${isOne} and ${mayBeFirst}
    order by email`);
  return rows;
}

/** Who is added and taken out again and again is told of it a few times. */
const isMailed = ({ limits }: Deps, tx: Tx, teamId: string, accountId: string): Promise<boolean> =>
  limits.noteWithin(tx, "teamMail", `${teamId} ${accountId}`);

async function add(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { teamId, memberUserId, roleId }: ParsedOf<typeof endpoints.addMember>,
): Promise<void> {
  const actor = await getActor(tx, viewer);
  const { name } = await getTeam(tx, actor, teamId, "addMembers", "lock");
  const [joining] = await tx.select().from(account).where(eq(account.id, memberUserId)).for("update");
  if (joining && joining.team_id !== null && isAllowedEverywhere(actor, "addMembers")) throw new AppError("already_in_team");
  const [available] = await availableTo(tx, actor, memberUserId);
  if (!joining || !available) throw new AppError(isAllowedEverywhere(actor, "addMembers") ? "not_found" : "forbidden");
  const given = await getAssignableRole(tx, actor, roleId, teamId);
  await beginMembership(tx, joining, { teamId, roleId: given.id }, new Date(deps.now()));
  if (await isMailed(deps, tx, teamId, joining.id))
    await queueEmail(deps, tx, { name: "teamAdded", to: joining, values: { team: name, by: actor.account.email } });
  const events = [
    { accountId: joining.id, event: "team.joined" },
    { accountId: viewer.accountId, event: "team.member-added" },
  ] as const;
  await writeAuditWithOthers(deps, tx, viewer, ...events);
}

/** As they are when the other one's team is locked: of two administrators who take each other out at once, one stays. @throws AppError forbidden */
async function getActorOver(tx: Tx, viewer: Viewer, userId: string, name: RuleName): Promise<Actor> {
  const before = await getActor(tx, viewer);
  requireAllowed(before, name, before.account.team_id);
  await lockTeamOf(tx, userId);
  return getActor(tx, viewer);
}

/** @throws AppError own_membership, and what getAdministeredAccount throws */
async function getOtherMember(
  tx: Tx,
  actor: Actor,
  userId: string,
  name: RuleName,
): Promise<{ target: AccountRow; teamOf: TeamRow | null }> {
  requireAllowed(actor, name, actor.account.team_id);
  if (userId === actor.account.id) throw new AppError("own_membership");
  await holdTeamOf(tx, userId);
  await lockTeamShares(tx, sharedWithTeamBy(userId));
  const target = await getAdministeredAccount(tx, actor, userId, name);
  const [teamOf] = target.team_id === null ? [] : await tx.select().from(team).where(eq(team.id, target.team_id));
  return { target, teamOf: teamOf ?? null };
}

async function giveRole(
  deps: Deps,
  tx: Tx,
  viewer: Viewer,
  { userId, roleId }: ParsedOf<typeof endpoints.updateMemberRole>,
): Promise<void> {
  const actor = await getActorOver(tx, viewer, userId, "giveRoles");
  const { target, teamOf } = await getOtherMember(tx, actor, userId, "giveRoles");
  if (teamOf === null) throw new AppError("not_found");
  // The first role is neither given nor taken here, by anyone.
  if (target.role_id === SUPER_ADMIN) throw new AppError("role_not_assignable");
  const given = await getAssignableRole(tx, actor, roleId, teamOf.id);
  await refuseIfLastAdmin(tx, teamOf.id, target.id, given.id);
  await tx.update(account).set({ role_id: given.id }).where(eq(account.id, target.id));
  await revokeUnauthorized(tx, eq(invitation.invited_by, target.id), new Date(deps.now()));
  const events = [
    { accountId: target.id, event: "role.given" },
    { accountId: viewer.accountId, event: "role.given-to-other" },
  ] as const;
  await writeAuditWithOthers(deps, tx, viewer, ...events);
}

/** @param teamId - which it must be; null: whichever it is */
async function removeFrom(deps: Deps, tx: Tx, viewer: Viewer, userId: string, teamId: string | null): Promise<void> {
  const actor = await getActorOver(tx, viewer, userId, "removeMembers");
  if (teamId !== null) await getTeam(tx, actor, teamId, "removeMembers");
  const { target, teamOf } = await getOtherMember(tx, actor, userId, "removeMembers");
  if (teamOf === null || (teamId !== null && teamOf.id !== teamId)) throw new AppError("not_found");
  await refuseIfLeavesAlone(tx, teamOf.id, target.id);
  await endMembership(tx, target, new Date(deps.now()));
  if (await isMailed(deps, tx, teamOf.id, target.id))
    await queueEmail(deps, tx, { name: "teamLeft", to: target, values: { team: teamOf.name } });
  const events = [
    { accountId: target.id, event: "team.removed" },
    { accountId: viewer.accountId, event: "team.member-removed" },
  ] as const;
  await writeAuditWithOthers(deps, tx, viewer, ...events);
}

async function deleteUser(deps: Deps, tx: Tx, viewer: Viewer, userId: string): Promise<void> {
  const actor = await getActor(tx, viewer);
  const { target, teamOf } = await getOtherMember(tx, actor, userId, "deleteAccounts");
  if (target.role_id === SUPER_ADMIN) throw new AppError("forbidden");
  const isManaged = teamOf !== null && target.managed_by === teamOf.id;
  if (!isManaged && !actor.isSuper) throw new AppError("not_managed");
  await writeAuditWithOthers(deps, tx, viewer, ...(await deleteManaged(deps, tx, viewer, target)));
}
