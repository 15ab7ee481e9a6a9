/** The calls about teams as such: which there are, what they store, making and deleting them. */
import { randomUUID } from "node:crypto";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { team as endpoints } from "@coffer/contract/team";
import type { Team } from "@coffer/contract/team-schemas";
import { isWithin, SUPER_ADMIN, TEAM_ADMIN } from "@coffer/core/team/roles";
import { eq, sql } from "drizzle-orm";
import { permissionsOf, type Viewer } from "../access.ts";
import { getAccount } from "../account/accounts.ts";
import { type Entry, writeAudit, writeAuditWithOthers } from "../account/audit.ts";
import { acrossAccounts, bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account } from "../db/tables.ts";
import { role, team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { queueEmail } from "../mail/outbox.ts";
import { type Actor, getActor, getTeam, isAllowedEverywhere, type RoleRow, requireAllowed } from "./authorization.ts";
import { found } from "./log.ts";
import { beginMembership, deleteManaged, endMembership, endTeamShares, lockTeamShares } from "./membership.ts";
import { countStorage, storageData } from "./storage.ts";

type TeamCalls = Pick<
  typeof endpoints,
  "standing" | "listTeams" | "getTeam" | "createTeam" | "updateTeam" | "deleteTeam" | "storageData" | "refreshStorage"
>;

export const teamHandlers = (deps: Deps): Handlers<TeamCalls> => ({ ...readers(deps), ...writers(deps) });

type Writers = "createTeam" | "updateTeam" | "deleteTeam";

function readers({ db }: Deps): Omit<Handlers<TeamCalls>, Writers> {
  return {
    standing: async (_, viewer) => {
      const { account: own, permissions } = await getActor(db, viewer);
      return { success: true, role_id: own.role_id, team_id: own.team_id, permissions };
    },
    listTeams: async (_, viewer) => {
      const actor = await getActor(db, viewer);
      return { success: true, teams: await teamsOf(db, actor, isAllowedEverywhere(actor, "seeTeam") ? "all" : actor.account.team_id) };
    },
    getTeam: async ({ id }, viewer) => {
      const actor = await getActor(db, viewer);
      await getTeam(db, actor, id, "seeTeam");
      return { success: true, team: await teamView(db, actor, id) };
    },
    storageData: async ({ id }, viewer) => {
      const { stored_bytes } = await getTeam(db, await getActor(db, viewer), id, "seeTeam");
      return { success: true, storage_data: storageData(stored_bytes) };
    },
    refreshStorage: async ({ id }, viewer) => {
      const actor = await getActor(db, viewer);
      await getTeam(db, actor, id, "changeTeams");
      await countStorage(db, id);
      const { stored_bytes } = await getTeam(db, actor, id, "changeTeams");
      return { success: true, storage_data: storageData(stored_bytes) };
    },
  };
}

function writers(deps: Deps): Pick<Handlers<TeamCalls>, Writers> {
  const { db } = deps;
  return {
    createTeam: async (input, viewer) => ({
      success: true,
      message: "Team created successfully",
      team: await db.transaction((tx) => create(deps, tx, viewer, input)),
    }),
    updateTeam: async ({ id, name, description }, viewer) =>
      db.transaction(async (tx) => {
        const actor = await getActor(tx, viewer);
        await getTeam(tx, actor, id, "changeTeams", "lock");
        await tx.update(team).set({ name, description }).where(eq(team.id, id));
        await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "team.changed" });
        return { success: true as const, message: "Team updated successfully", team: await teamView(tx, actor, id) };
      }),
    deleteTeam: acrossAccounts("team", async ({ id, deleteUsers }, viewer) => {
      await db.transaction((tx) => remove(deps, tx, viewer, id, deleteUsers));
      deps.log.info("team.deleted", { teamId: id, byId: viewer.accountId });
      const message = deleteUsers
        ? "Team and all team members have been deleted"
        : "Team deleted and members converted to individual users";
      return { success: true, message };
    }),
  };
}

interface TeamRow extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly stored: string;
  readonly created: Date;
}

/** @param which - "all", the id of one, or with null none */
async function teamsOf(db: Db | Tx, actor: Actor, which: string | null): Promise<Team[]> {
  const isMeant = which === "all" ? sql`true` : sql`t.id = ${which}`;
  const { rows } = await db.execute<TeamRow>(sql`
    select t.id, t.name, t.description, t.stored_bytes as stored, t.created_at as created
    from team t where ${isMeant} order by lower(t.name), t.id`);
  const counts = await countsOf(db, actor);
  return rows.map(({ id, name, description, stored, created }) => ({
    id,
    name,
    description,
    member_count: counts.get(id)?.members ?? 0,
    managed_count: counts.get(id)?.deletable ?? 0,
    storage_data: storageData(Number(stored)),
    role_id: actor.account.team_id === id ? actor.account.role_id : null,
    created_at: new Date(created).toISOString(),
  }));
}

interface Counts {
  readonly members: number;
  /** How many accounts would go with the team, where the actor deletes it with its users. */
  readonly deletable: number;
}

/** Of each team that has members, those of one role after the other. */
async function countsOf(db: Db | Tx, actor: Actor): Promise<ReadonlyMap<string, Counts>> {
  const isOfRole = sql`${role.id} = c.role_id`;
  const rows = await db
    .select({ teamId: sql<string>`c.team_id`, held: role, members: sql<number>`c.members`, managed: sql<number>`c.managed` })
    .from(role)
    .innerJoin(sql`coffer_team_counts(${actor.account.id}) c`, isOfRole);
  const counts = new Map<string, Counts>();
  for (const { teamId, held, members, managed } of rows) {
    const before = counts.get(teamId) ?? { members: 0, deletable: 0 };
    counts.set(teamId, { members: before.members + members, deletable: before.deletable + (stays(actor, held) ? 0 : managed) });
  }
  return counts;
}

/** Holders of the first role, and those who may more than the actor. */
const stays = ({ permissions }: Actor, held: RoleRow): boolean => held.id === SUPER_ADMIN || !isWithin(permissionsOf(held), permissions);

async function teamView(db: Db | Tx, actor: Actor, id: string): Promise<Team> {
  const [view] = await teamsOf(db, actor, id);
  if (!view) throw new AppError("not_found");
  return view;
}

async function create(deps: Deps, tx: Tx, viewer: Viewer, input: ParsedOf<typeof endpoints.createTeam>): Promise<Team> {
  const { name, description, encrypted_team_key = null } = input;
  const [id, at] = [input.id ?? randomUUID(), new Date(deps.now())];
  requireAllowed(await getActor(tx, viewer), "changeTeams", id);
  const made = await tx.insert(team).values({ id, name, description, encrypted_team_key, created_at: at }).onConflictDoNothing();
  if (made.rowCount !== 1) throw new AppError("id_taken");
  if (input.founding) await found(deps, tx, viewer, id, input.founding);
  const own = await getAccount(tx, viewer.accountId, "lock");
  // A maker without a team joins the new one (decision C-20).
  const place = { teamId: id, roleId: TEAM_ADMIN, isInLog: input.founding !== undefined };
  if (own.team_id === null) await bypassRlsWithin("team", deps.db, tx, () => beginMembership(tx, own, place, at));
  await countStorage(tx, id);
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "team.created" });
  return teamView(tx, await getActor(tx, viewer), id);
}

/** The deleter, holders of the first role, accounts that the team did not make and accounts with more rights stay (decision C-13). */
async function remove(deps: Deps, tx: Tx, viewer: Viewer, id: string, deleteUsers: boolean): Promise<void> {
  const actor = await getActor(tx, viewer);
  const { name } = await getTeam(tx, actor, id, "changeTeams", "lock");
  await lockTeamShares(tx, eq(shareGrant.team_id, id));
  const inIt = await tx
    .select()
    .from(account)
    .innerJoin(role, eq(role.id, account.role_id))
    .where(eq(account.team_id, id))
    .orderBy(account.id)
    .for("update", { of: account });
  // Before any member leaves: where the team itself ends, no member has left with knowledge that the others need to be told of.
  await endTeamShares(tx, eq(shareGrant.team_id, id), new Date(deps.now()));
  const events: Entry[] = [{ accountId: viewer.accountId, event: "team.deleted" }];
  for (const { account: member, role: held } of inIt) {
    const isStaying = member.id === viewer.accountId || stays(actor, held);
    if (deleteUsers && !isStaying && member.managed_by === id) {
      events.push(...(await deleteManaged(deps, tx, viewer, member)));
      continue;
    }
    await endMembership(tx, member, new Date(deps.now()));
    events.push({ accountId: member.id, event: "team.left" });
    if (member.id !== viewer.accountId) await queueEmail(deps, tx, { name: "teamLeft", to: member, values: { team: name } });
  }
  await tx.delete(team).where(eq(team.id, id));
  await writeAuditWithOthers(deps, tx, viewer, ...events);
}
