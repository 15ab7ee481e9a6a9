/** Invitations: the only way to an account. The token is in the link; the database keeps its hash. */
import { randomUUID } from "node:crypto";
import type { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { DAY_MS, INVITATION_DAYS } from "@coffer/core/constants";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import { findAccount, getAccount, normaliseEmail } from "../account/accounts.ts";
import type { Proof } from "../account/codes.ts";
import { linkTo } from "../config.ts";
import type { Db, Tx } from "../db/connect.ts";
import { invitation } from "../db/tables.ts";
import { role, team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import { queueEmail } from "../mail/outbox.ts";
import { generateToken, sha256Hex } from "../secrets.ts";
import { findTeam } from "./authorization.ts";
import { isStillAuthorized } from "./inviter-authority.ts";

export type InvitationRow = typeof invitation.$inferSelect;
type View = ReplyOf<(typeof api.account)["validateInvitation"]>["invitation"];

/**
 * An invitation that can still be used. With `lock`, no one else uses it until the transaction ends, and its team stays until then.
 * @throws AppError invalid_invitation: unknown, used and expired read alike; invitation_unbacked
 */
export async function getInvitation(db: Db | Tx, token: string, at: Date, mode: "read" | "lock"): Promise<InvitationRow> {
  const isUnused = and(eq(invitation.token_hash, sha256Hex(token)), isNull(invitation.used_at), gt(invitation.expires_at, at));
  const query = db.select().from(invitation).where(isUnused);
  let [row] = await query;
  if (row && mode === "lock") {
    // See Note: One order (authorization.ts).
    if (row.team_id !== null) await findTeam(db, row.team_id, "hold");
    [row] = await db.select().from(invitation).where(isUnused).for("update");
  }
  if (!row || (row.revoked_at !== null && !row.is_unbacked)) throw new AppError("invalid_invitation");
  if (row.is_unbacked || !(await isStillAuthorized(db, row))) throw new AppError("invitation_unbacked");
  return row;
}

/**
 * What a person who registers with this invitation proves by a mailed code. Null: nothing, since the link itself was mailed, or is for no address, or there is no mail
 * server (then members are told that the address is not proven).
 */
export const addressProofFor = ({ config }: Pick<Deps, "config">, { email, is_mailed }: InvitationRow): Proof | null =>
  config.smtpUrl !== null && email !== null && !is_mailed ? { purpose: "invitation", email } : null;

/** What the page of a link shows: who it is for, who sent it and what it gives. */
export async function invitationView(deps: Deps, token: string): Promise<View> {
  const { db, now } = deps;
  const row = await getInvitation(db, token, new Date(now()), "read");
  const [given] = await db.select({ name: role.name }).from(role).where(eq(role.id, row.role_id));
  const [into] = row.team_id === null ? [] : await db.select({ name: team.name }).from(team).where(eq(team.id, row.team_id));
  return {
    email: row.email,
    team_name: into?.name ?? null,
    role_name: given?.name ?? "",
    invited_by_email: row.invited_by === null ? null : (await getAccount(db, row.invited_by)).email,
    is_mailed: row.is_mailed,
    needs_code: addressProofFor(deps, row) !== null,
    expires_at: row.expires_at.toISOString(),
    userExists: row.email !== null && (await findAccount(db, row.email)) !== null,
  };
}

/** Uses it up, and tells who sent it. Once there is a first administrator, every other first-admin link is void. */
export async function useInvitation(deps: Deps, tx: Tx, row: InvitationRow, accountId: string, at: Date): Promise<void> {
  await tx.update(invitation).set({ used_at: at, used_by: accountId }).where(eq(invitation.id, row.id));
  if (row.invited_by !== null && row.email !== null) {
    const to = await getAccount(tx, row.invited_by);
    const link = linkTo(deps.config, row.team_id === null ? "/sharing-center" : "/team");
    await queueEmail(deps, tx, { name: "invitationUsed", to, values: { email: row.email, link } });
  }
  if (row.role_id !== SUPER_ADMIN) return;
  await tx
    .update(invitation)
    .set({ expires_at: at })
    .where(and(eq(invitation.is_bootstrap, true), isNull(invitation.used_at)));
}

/** Open invitations of one sender. */
const MAX_OPEN = 1_000;

/**
 * Of each one it is asked what becomes of it whenever its sender loses rights. One more to the same address replaces one.
 * @throws AppError forbidden
 */
export async function refuseTooManyOpen(tx: Tx, senderId: string, email: string, at: Date): Promise<void> {
  const isOpen = and(isNull(invitation.used_at), isNull(invitation.revoked_at), gt(invitation.expires_at, at));
  if ((await tx.$count(invitation, and(eq(invitation.invited_by, senderId), ne(invitation.email, email), isOpen))) < MAX_OPEN) return;
  const most = MAX_OPEN.toLocaleString("en-US");
  throw new AppError(
    "forbidden",
    `At most ${most} of your invitations can be open. Please take some back, or wait until some are used or have ended.`,
  );
}

/** After its end, of one that was never used or whose account is gone. Of the others it stays known by which role a person came. */
const KEPT_MS = 90 * DAY_MS;

export const purgeInvitations = (db: Db, now: number): Promise<unknown> =>
  db.delete(invitation).where(and(isNull(invitation.used_by), lte(invitation.expires_at, new Date(now - KEPT_MS))));

interface NewInvitation {
  readonly email: string;
  readonly roleId: number;
  readonly teamId?: string | null;
  /** Absent: the operator of the server. */
  readonly invitedBy?: string;
  /** Then the link leads to accepting, else to registering (decision C-22). */
  readonly hasAccount?: boolean;
  /** Whether the link goes to the mailbox alone. */
  readonly isMailed?: boolean;
}

/** Until the transaction ends, no one else invites that person: what is asked of the invitations to them stays so. @param email - as normaliseEmail gives it */
export const holdInvitationsTo = async (tx: Tx, email: string): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${email}`}, 0))`));

/**
 * Invites a person; an earlier invitation of theirs by the same team is void from now on (decision C-23). Invitations of other teams stay.
 * @returns the path of the link, with the token, which is not stored
 */
export async function invite(
  tx: Tx,
  { email: typed, roleId, teamId = null, invitedBy, hasAccount, isMailed = false }: NewInvitation,
  at: Date,
): Promise<string> {
  const email = normaliseEmail(typed);
  // Two at once do not see each other's; the second one waits for the first, and replaces it.
  await holdInvitationsTo(tx, email);
  const isSameTeam = teamId === null ? isNull(invitation.team_id) : eq(invitation.team_id, teamId);
  await tx
    .update(invitation)
    .set({ revoked_at: at })
    .where(
      and(
        eq(invitation.email, email),
        isSameTeam,
        isNull(invitation.used_at),
        isNull(invitation.revoked_at),
        gt(invitation.expires_at, at),
      ),
    );
  const token = generateToken();
  await tx.insert(invitation).values({
    id: randomUUID(),
    token_hash: sha256Hex(token),
    email,
    role_id: roleId,
    team_id: teamId,
    invited_by: invitedBy ?? null,
    is_mailed: isMailed,
    created_at: at,
    expires_at: new Date(at.getTime() + INVITATION_DAYS * DAY_MS),
  });
  if (hasAccount) return `/accept-invitation?token=${token}`;
  return `/register?token=${encodeInvitation({ token, email })}`;
}
