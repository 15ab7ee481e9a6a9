/** Who is in a team, who is invited to it, and which roles it has, as its pages show it. */
import type { ReplyOf } from "@coffer/contract/endpoint";
import type { team as endpoints } from "@coffer/contract/team";
import type { ActiveMember, PendingInvitation } from "@coffer/contract/team-schemas";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { type Actor, isAllowed } from "./authorization.ts";
import { rolesOf } from "./roles.ts";

export type TeamData = ReplyOf<typeof endpoints.teamMembers>;

interface MemberRow extends Record<string, unknown> {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly joined: Date;
  readonly role_id: number;
  readonly role_name: string;
  readonly team_name: string;
  readonly factor: boolean;
  readonly managed: boolean;
  readonly proven: boolean;
  readonly agreed: boolean;
  readonly active: Date | null;
}

const iso = (at: Date): string => new Date(at).toISOString();

/** Plain members see the members and their roles; the rest is for those who manage the team. */
export async function teamData(db: Db, actor: Actor, teamId: string, now: number): Promise<TeamData> {
  const isFull = isAllowed(actor, "seeMembers", teamId);
  const { rows } = await db.execute<MemberRow>(sql`
    select a.membership_id as id, a.id as user_id, a.email, a.joined_at as joined, a.role_id, r.name as role_name, t.name as team_name,
      a.is_proven as proven, a.has_factor as factor, a.is_managed as managed, a.has_agreed as agreed, a.active_at as active
    from coffer_team_people(${teamId}) a join role r on r.id = a.role_id join team t on t.id = ${teamId} order by a.email`);
  const activeMembers = rows.map((row): ActiveMember => {
    const { id, user_id, email, role_id, role_name, team_name } = row;
    const plain = { id, user_id, email, joined_at: iso(row.joined), role_id, role_name, team_name, address_proven: row.proven };
    if (!isFull) return plain;
    const { factor, managed, agreed } = row;
    return { ...plain, two_factor_enabled: factor, is_managed: managed, has_agreed: agreed, last_active_at: row.active && iso(row.active) };
  });
  if (!isFull) return { success: true, activeMembers, pendingInvitations: [], roles: [] };
  return { success: true, activeMembers, pendingInvitations: await pendingOf(db, teamId, now), roles: await rolesOf(db, teamId) };
}

/** For a user who may manage every team and is in none: no members, the invitations into no team, and the roles of all. */
export const teamlessData = async (db: Db, now: number): Promise<TeamData> => ({
  success: true,
  activeMembers: [],
  pendingInvitations: await pendingOf(db, null, now),
  roles: await rolesOf(db, null),
});

interface InvitationRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly by: string | null;
  readonly role_id: number;
  readonly role_name: string;
  readonly created: Date;
  readonly expires: Date;
}

export async function pendingOf(db: Db, teamId: string | null, now: number): Promise<PendingInvitation[]> {
  // The first role is given by the operator of the server alone, and never listed.
  const isOfTeam: SQL = teamId === null ? sql`i.team_id is null and i.role_id <> ${SUPER_ADMIN}` : sql`i.team_id = ${teamId}`;
  const { rows } = await db.execute<InvitationRow>(sql`
    select i.id, i.email, b.email as by, i.role_id, r.name as role_name, i.created_at as created, i.expires_at as expires
    from invitation i join role r on r.id = i.role_id left join lateral coffer_person(i.invited_by, null) b on true
    where ${isOfTeam} and i.email is not null and i.used_at is null and i.revoked_at is null and i.expires_at > ${new Date(now)}::timestamptz
    order by i.created_at desc, i.id`);
  return rows.map(({ id, email, by, role_id, role_name, created, expires }) => ({
    id,
    email,
    invited_by_email: by,
    role_id,
    role_name,
    created_at: iso(created),
    expires_at: iso(expires),
  }));
}
