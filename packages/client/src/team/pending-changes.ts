/**
 * Invitations by somebody whom the team's log does not have yet: they came a moment ago, and no member who holds the key has been online since. The server lets them
 * invite already, the log does not. What they want it to say is kept in the trust store, and signed by their client as soon as the log has them.
 */
import { api } from "@coffer/contract/api";
import type { LogChange } from "@coffer/core/team/log-state";
import { normaliseEmail } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, readTrust, type TrustStore, withPendingChanges } from "../sharing/trust-store.ts";
import type { VerifiedLog } from "./verified-log.ts";

const pendingIn = ({ wishes }: TrustStore, teamId: string): readonly LogChange[] => wishes[teamId] ?? [];
const isFor = (change: LogChange, email: string): boolean => change.kind === "invite" && change.email === email;

/** Invitations that the log is still to say. */
export const pendingInvitations = (store: TrustStore, teamId: string) =>
  pendingIn(store, teamId).flatMap((change) => (change.kind === "invite" ? [change] : []));

/** A later invitation takes the place of the one before, here as well (decision C-23). */
export async function addPendingChanges(context: SharingContext, teamId: string, wished: readonly LogChange[]): Promise<void> {
  const emails = wished.flatMap((change) => (change.kind === "invite" ? [change.email] : []));
  await changeTrust(context, (store) => {
    const others = pendingIn(store, teamId).filter((change) => !emails.some((email) => isFor(change, email)));
    return withPendingChanges(store, teamId, [...others, ...wished]);
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

/** Whether the link of an invitation may be told: the log says its secret, or will. */
export const isPendingProof = async (context: SharingContext, teamId: string, proof: string): Promise<boolean> =>
  pendingIn(await readTrust(context), teamId).some((change) => change.kind === "invite" && change.proof === proof);

interface DueChanges {
  /** In the order in which they were wished. */
  readonly now: readonly LogChange[];
  readonly later: readonly LogChange[];
}

/**
 * What was wished and stands: an invitation that somebody has taken back meanwhile is forgotten.
 * @param here - normalised addresses of whoever is in the team by now
 */
export async function duePendingChanges(
  context: SharingContext,
  { teamId, state }: VerifiedLog,
  here: readonly string[],
): Promise<DueChanges> {
  const wishes = pendingIn(await readTrust(context), teamId);
  if (wishes.length === 0) return { now: [], later: [] };
  const { pendingInvitations, roles } = await context.call(api.team.teamMembers, { teamId });
  const standing = new Set([...here, ...pendingInvitations.map(({ email }) => normaliseEmail(email))]);
  const members = new Set([...state.members.values()].map(({ email }) => email));
  const now = wishes.filter((change) => change.kind !== "invite" || (standing.has(change.email) && !members.has(change.email)));
  // Whoever is shown no roles is shown no invitations either: then those who have come are known to stand, and nobody is known to be gone.
  const later = roles.length > 0 ? [] : wishes.filter((change) => change.kind === "invite" && !standing.has(change.email));
  return { now, later };
}

export const replacePendingChanges = (context: SharingContext, teamId: string, wishes: readonly LogChange[]): Promise<void> =>
  changeTrust(context, (store) => (pendingIn(store, teamId).length === wishes.length ? null : withPendingChanges(store, teamId, wishes)));
