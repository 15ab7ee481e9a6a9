/** The calls about invitations into teams: sending, taking back, accepting with an existing account. */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import type { team as endpoints } from "@coffer/contract/team";
import { and, eq, gt, isNull } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { findAccount, getAccount, normaliseEmail } from "../account/accounts.ts";
import { writeAudit } from "../account/audit.ts";
import { linkTo } from "../config.ts";
import { acrossAccounts, bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { findPerson } from "../db/definer-functions.ts";
import { invitation } from "../db/tables.ts";
import { team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { RateLimitedError } from "../http/limits.ts";
import { queueEmail } from "../mail/outbox.ts";
import { operatorInEmail } from "../mail/phrases.ts";
import { type Recipient, recipientOf } from "../mail/recipient.ts";
import { type Actor, getActor, getAssignableRole, getTeam, isAllowed, isAllowedEverywhere, requireAllowed } from "./authorization.ts";
import { getInvitation, holdInvitationsTo, invite, refuseTooManyOpen, useInvitation } from "./invitations.ts";
import { requireReplacedBy, requireTakenBackBy } from "./inviter-authority.ts";
import { beginMembership } from "./membership.ts";
import { pendingOf } from "./team-data.ts";

type InvitationCalls = Pick<typeof endpoints, "listInvitations" | "invite" | "revokeInvitation" | "acceptInvitation" | "joinInvited">;

export function invitationHandlers(deps: Deps): Handlers<InvitationCalls> {
  return {
    listInvitations: async ({ id }, viewer) => {
      const actor = await getActor(deps.db, viewer);
      await getTeam(deps.db, actor, id, "seeMembers");
      return { success: true, invitations: await pendingOf(deps.db, id, deps.now()) };
    },
    invite: async (input, viewer) => {
      await deps.limits.count("invite", viewer.accountId);
      const link = await deps.db.transaction((tx) => send(deps, tx, viewer, input));
      return { success: true, message: "Invitation sent successfully", ...(input.by === "link" && { link }) };
    },
    revokeInvitation: async ({ id }, viewer) => {
      await deps.db.transaction((tx) => revoke(deps, tx, viewer, id));
      return { success: true, message: "Invitation revoked successfully" };
    },
    acceptInvitation: async ({ token }, viewer) => {
      return { success: true, message: await joined(deps, viewer, token, null) };
    },
    joinInvited: acrossAccounts("team", async ({ token }, viewer) => {
      return { success: true, message: await joined(deps, viewer, token, viewer.accountId) };
    }),
  };
}

/** @returns the link, which is shown only to its email or to the caller */
async function send(deps: Deps, tx: Tx, viewer: Viewer, input: ParsedOf<typeof endpoints.invite>): Promise<string> {
  const actor = await getActor(tx, viewer);
  const teamId = input.teamId ?? actor.account.team_id;
  requireAllowed(actor, "invite", teamId);
  const into = teamId === null ? null : await getTeam(tx, actor, teamId, "invite", "hold");
  const { id: roleId } = await getAssignableRole(tx, actor, input.roleId, teamId);
  const email = normaliseEmail(input.email);
  // Before it is asked whose invitation this one replaces: another may be sent at the same moment.
  await holdInvitationsTo(tx, email);
  await bypassRlsWithin("team", deps.db, tx, () => refuseTooManyOpen(tx, viewer.accountId, email, new Date(deps.now())));
  if (teamId !== null) await requireReplacedBy(tx, actor, teamId, email);
  const known = await findPerson(tx, { email });
  if (known?.is_in_team) throw new AppError("already_in_team");
  // An account invited into no team has nothing to accept.
  if (known !== null && into === null) throw new AppError("email_taken");
  const sent = { email, roleId, teamId, invitedBy: viewer.accountId, hasAccount: known !== null, isMailed: input.by === "mail" };
  const path = await invite(tx, sent, new Date(deps.now()));
  const link = linkTo(deps.config, path);
  if (input.by === "mail") {
    // Who has no account yet is written to in the language of who invites.
    const own = known && (await bypassRlsWithin("notices", deps.db, tx, () => recipientOf(tx, known.id)));
    const to = own ?? { email, language: actor.account.language };
    await mail(deps, tx, actor, { to, link, teamId, team: into?.name ?? null });
  }
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "team.invited" });
  return link;
}

const HOUR_SECONDS = 3_600;

interface Sent {
  readonly to: Recipient;
  readonly link: string;
  readonly teamId: string | null;
  readonly team: string | null;
}

/** Counted where one is sent: what is refused uses up nothing. @throws RateLimitedError, and then nothing of the invitation stays: the link in the last email goes on working */
async function mail(deps: Deps, tx: Tx, { account: { email: by } }: Actor, { to, link, teamId, team: name }: Sent): Promise<void> {
  if (!(await deps.limits.noteWithin(tx, "inviteMail", `${teamId ?? ""} ${to.email}`))) throw new RateLimitedError(HOUR_SECONDS);
  if (name === null) return queueEmail(deps, tx, { name: "invitation", to, values: { link } });
  return queueEmail(deps, tx, { name: "teamInvitation", to, values: { link, team: name, by } });
}

/** A used or revoked invitation answers like one that never existed. */
async function revoke(deps: Deps, tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const actor = await getActor(tx, viewer);
  requireAllowed(actor, "takeInvitationsBack", actor.account.team_id);
  const at = new Date(deps.now());
  const isPending = and(isNull(invitation.used_at), isNull(invitation.revoked_at), gt(invitation.expires_at, at));
  const [row] = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.id, id), eq(invitation.is_bootstrap, false), isPending))
    .for("update");
  if (!row && isAllowedEverywhere(actor, "takeInvitationsBack")) throw new AppError("not_found");
  if (!row || !isAllowed(actor, "takeInvitationsBack", row.team_id)) throw new AppError("forbidden");
  await requireTakenBackBy(tx, actor, row);
  await tx.update(invitation).set({ revoked_at: at }).where(eq(invitation.id, id));
  await writeAudit(deps, tx, viewer, { accountId: viewer.accountId, event: "team.invitation-revoked" });
}

const joined = async (deps: Deps, viewer: Viewer, token: string, self: string | null): Promise<string> =>
  `You are now a member of ${await deps.db.transaction((tx) => accept(deps, tx, viewer, token, self))}.`;

/**
 * A person with a mailed link has the mailbox. A link that was handed over was seen by the person who invited: with it alone they could take any account
 * into their team, so it takes a session of that account.
 * @param self - the account that is signed in; null without a session
 * @returns the team's name
 */
async function accept(deps: Deps, tx: Tx, viewer: Viewer, token: string, self: string | null): Promise<string> {
  const at = new Date(deps.now());
  const row = await getInvitation(tx, token, at, "lock");
  if (row.email === null || row.team_id === null) throw new AppError("invalid_invitation");
  const known = await findAccount(tx, row.email);
  if (self !== null && known?.id !== self) throw new AppError("invitation_email_mismatch");
  if (known === null) throw new AppError("register_first");
  if (self === null && !row.is_mailed) throw new AppError("sign_in_to_join");
  const joining = await getAccount(tx, known.id, "lock");
  // No one can see the state of a disabled account: its owner signs in first, which cancels its deletion.
  if (joining.disabled_at !== null || joining.purge_at !== null) throw new AppError("sign_in_to_join");
  if (joining.team_id !== null) throw new AppError("already_in_team");
  const [into] = await tx.select().from(team).where(eq(team.id, row.team_id));
  if (!into) throw new AppError("invalid_invitation");
  const joinedAt = await beginMembership(tx, joining, { teamId: into.id, roleId: row.role_id }, at);
  await useInvitation(deps, tx, row, joining.id, joinedAt);
  const by = row.invited_by === null ? null : (await getAccount(tx, row.invited_by)).email;
  await queueEmail(deps, tx, {
    name: "teamJoined",
    to: joining,
    values: { team: into.name, by: by ?? operatorInEmail(joining.language) },
  });
  await writeAudit(deps, tx, viewer, { accountId: joining.id, event: "team.joined" });
  return into.name;
}
