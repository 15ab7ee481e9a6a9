/**
 * What a call may know of other people's rows: each answer comes from a function of the owner of the tables, which looks for itself who asks (migration 0032). So the call
 * goes on working for its account, and SQL that is smuggled into it learns no more.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "./connect.ts";

interface Person extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly public_key: string;
  readonly is_disabled: boolean;
  /** Its owner asked for its deletion, or the team did. */
  readonly is_closing: boolean;
  /** Null for an account that may not invite. */
  readonly is_in_team: boolean | null;
}

/** @param who - one of the two; an address is compared as it is */
export async function findPerson(tx: Db | Tx, who: { readonly id: string } | { readonly email: string }): Promise<Person | null> {
  const [id, email] = "id" in who ? [who.id, null] : [null, who.email];
  const { rows } = await tx.execute<Person>(sql`select * from coffer_person(${id}::uuid, ${email})`);
  return rows[0] ?? null;
}

export interface Member extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly public_key: string;
  readonly proof: string | null;
  readonly joined_at: Date | null;
  readonly role_id: number;
}

/** Those who are in the team at this server, the first one first. None for an account that neither is in it nor manages all teams. */
export async function membersOf(tx: Db | Tx, teamId: string): Promise<readonly Member[]> {
  const { rows } = await tx.execute<Member>(
    sql`select id, email, public_key, proof, joined_at, role_id from coffer_team_people(${teamId}) order by joined_at, id`,
  );
  return rows.map((row) => ({ ...row, joined_at: row.joined_at && new Date(row.joined_at) }));
}

interface Joined {
  readonly teamId: string;
  readonly accountId: string;
  readonly email: string;
}

/** The roles in the invitations for that address with which the present membership began. */
export async function rolesInvitedTo(tx: Db | Tx, { teamId, accountId, email }: Joined): Promise<readonly number[]> {
  const { rows } = await tx.execute<{ role: number }>(
    sql`select role from coffer_joined_as(${teamId}, ${accountId}, ${email}) as joined(role)`,
  );
  return rows.map(({ role }) => role);
}

/** @param accountId - a member */
export const hasAgreed = (tx: Db | Tx, accountId: string): Promise<boolean> => ask<boolean>(tx, sql`coffer_has_agreed(${accountId})`);

/** How many accounts have a role. For those who may change roles. */
export const countHolders = (tx: Db | Tx, roleId: number): Promise<number> => ask<number>(tx, sql`coffer_role_holders(${roleId})`);

/** `hold`: it stays until the transaction ends, and others may hold it too. For those who see it. */
export const lockTeam = (tx: Db | Tx, teamId: string, mode: "hold" | "lock"): Promise<unknown> =>
  ask(tx, sql`coffer_lock_team(${teamId}, ${mode === "hold"})`);

export const holdRole = (tx: Db | Tx, roleId: number): Promise<unknown> => ask(tx, sql`coffer_hold_role(${roleId})`);

export async function holdersOfKey(tx: Db | Tx, teamId: string, epoch: number): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select id from coffer_key_holders(${teamId}, ${epoch}) as held(id)`);
  return new Set(rows.map(({ id }) => id));
}

async function ask<T>(tx: Db | Tx, question: SQL): Promise<T> {
  const { rows } = await tx.execute<{ answer: T }>(sql`select ${question} as answer`);
  const [row] = rows;
  if (!row) throw new Error("A function without an answer");
  return row.answer;
}
