/**
 * Invitations by a member who is not in the team's log yet: they have just joined, and no member with the key has been online since. The
 * server already lets them invite; the log does not. Their changes are kept in the trust store and signed by their client as soon as the
 * log has them.
 */
import { api } from "@coffer/contract/api";
import type { LogChange } from "@coffer/core/team/log-state";
import { normaliseEmail } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, readTrust, type TrustStore, withPendingChanges } from "../sharing/trust-store.ts";
import type { VerifiedLog } from "./verified-log.ts";

const pendingIn = ({ wishes }: TrustStore, teamId: string): readonly LogChange[] => wishes[teamId] ?? [];
const isFor = (change: LogChange, email: string): boolean => change.kind === "invite" && change.email === email;

/** Invitations still to be written to the log. */
export const pendingInvitations = (store: TrustStore, teamId: string) =>
  pendingIn(store, teamId).flatMap((change) => (change.kind === "invite" ? [change] : []));

/** A later invitation replaces an earlier one to the same address (decision C-23). */
export async function addPendingChanges(context: SharingContext, teamId: string, changes: readonly LogChange[]): Promise<void> {
  const emails = changes.flatMap((change) => (change.kind === "invite" ? [change.email] : []));
  await changeTrust(context, (store) => {
    const others = pendingIn(store, teamId).filter((change) => !emails.some((email) => isFor(change, email)));
    return withPendingChanges(store, teamId, [...others, ...changes]);
  });
}

export async function dropPendingInvitation(context: SharingContext, teamId: string, email: string): Promise<void> {
  if (!pendingIn(await readTrust(context), teamId).some((change) => isFor(change, email))) return;
  await changeTrust(context, (store) =>
    withPendingChanges(
      store,
      teamId,
      pendingIn(store, teamId).filter((change) => !isFor(change, email)),
    ),
  );
}

/** Whether an invitation link is valid: its proof is in the log or about to be. */
export const isPendingProof = async (context: SharingContext, teamId: string, proof: string): Promise<boolean> =>
  pendingIn(await readTrust(context), teamId).some((change) => change.kind === "invite" && change.proof === proof);

interface DueChanges {
  /** In the order in which they were made. */
  readonly now: readonly LogChange[];
  readonly later: readonly LogChange[];
}

/**
 * Pending changes that still apply; an invitation that was revoked since is dropped.
 * @param here - normalised addresses of the members that the server lists now
 */
export async function duePendingChanges(
  context: SharingContext,
  { teamId, state }: VerifiedLog,
  here: readonly string[],
): Promise<DueChanges> {
  const pending = pendingIn(await readTrust(context), teamId);
  if (pending.length === 0) return { now: [], later: [] };
  const { pendingInvitations, roles } = await context.call(api.team.teamMembers, { teamId });
  const current = new Set([...here, ...pendingInvitations.map(({ email }) => normaliseEmail(email))]);
  const members = new Set([...state.members.values()].map(({ email }) => email));
  const now = pending.filter((change) => change.kind !== "invite" || (current.has(change.email) && !members.has(change.email)));
  // A member without the right to see roles sees no invitations either, so only arrived members are known; then nothing is known to
  // be revoked.
  const later = roles.length > 0 ? [] : pending.filter((change) => change.kind === "invite" && !current.has(change.email));
  return { now, later };
}

export const replacePendingChanges = (context: SharingContext, teamId: string, pending: readonly LogChange[]): Promise<void> =>
  changeTrust(context, (store) => (pendingIn(store, teamId).length === pending.length ? null : withPendingChanges(store, teamId, pending)));
