/**
 * Invitations by somebody whom the team's log does not have yet: they came a moment ago, and no member who holds the key has been online since. The server lets them
 * invite already, the log does not. What they want it to say is kept in the trust store, and signed by their client as soon as the log has them.
 */
import { api } from "@coffer/contract/api";
import type { LogChange } from "@coffer/core/team/log-state";
import { normaliseEmail } from "@coffer/crypto";
import type { SharingContext } from "../sharing/context.ts";
import { changeTrust, readTrust, type TrustStore, withWishes } from "../sharing/trust.ts";
import type { KnownLog } from "./log.ts";

const wishesIn = ({ wishes }: TrustStore, teamId: string): readonly LogChange[] => wishes[teamId] ?? [];
const isFor = (change: LogChange, email: string): boolean => change.kind === "invite" && change.email === email;

/** Invitations that the log is still to say. */
export const wishedIn = (store: TrustStore, teamId: string) =>
  wishesIn(store, teamId).flatMap((change) => (change.kind === "invite" ? [change] : []));

/** A later invitation takes the place of the one before, here as well (decision C-23). */
export async function keepWishes(context: SharingContext, teamId: string, wished: readonly LogChange[]): Promise<void> {
  const emails = wished.flatMap((change) => (change.kind === "invite" ? [change.email] : []));
  await changeTrust(context, (store) => {
    const others = wishesIn(store, teamId).filter((change) => !emails.some((email) => isFor(change, email)));
    return withWishes(store, teamId, [...others, ...wished]);
  });
}

export async function dropWish(context: SharingContext, teamId: string, email: string): Promise<void> {
  if (!wishesIn(await readTrust(context), teamId).some((change) => isFor(change, email))) return;
  await changeTrust(context, (store) =>
    withWishes(
      store,
      teamId,
      wishesIn(store, teamId).filter((change) => !isFor(change, email)),
    ),
  );
}

/** Whether the link of an invitation may be told: the log says its secret, or will. */
export const isWished = async (context: SharingContext, teamId: string, proof: string): Promise<boolean> =>
  wishesIn(await readTrust(context), teamId).some((change) => change.kind === "invite" && change.proof === proof);

interface Standing {
  /** In the order in which they were wished. */
  readonly now: readonly LogChange[];
  readonly later: readonly LogChange[];
}

/**
 * What was wished and stands: an invitation that somebody has taken back meanwhile is forgotten.
 * @param here - normalised addresses of whoever is in the team by now
 */
export async function wishesFor(context: SharingContext, { teamId, state }: KnownLog, here: readonly string[]): Promise<Standing> {
  const wishes = wishesIn(await readTrust(context), teamId);
  if (wishes.length === 0) return { now: [], later: [] };
  const { pendingInvitations, roles } = await context.call(api.team.teamMembers, { teamId });
  const standing = new Set([...here, ...pendingInvitations.map(({ email }) => normaliseEmail(email))]);
  const members = new Set([...state.members.values()].map(({ email }) => email));
  const now = wishes.filter((change) => change.kind !== "invite" || (standing.has(change.email) && !members.has(change.email)));
  // Whoever is shown no roles is shown no invitations either: then those who have come are known to stand, and nobody is known to be gone.
  const later = roles.length > 0 ? [] : wishes.filter((change) => change.kind === "invite" && !standing.has(change.email));
  return { now, later };
}

export const leaveWishes = (context: SharingContext, teamId: string, wishes: readonly LogChange[]): Promise<void> =>
  changeTrust(context, (store) => (wishesIn(store, teamId).length === wishes.length ? null : withWishes(store, teamId, wishes)));
