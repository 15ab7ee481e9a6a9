/** Leaves the own team, by the own signature: what this account has given to it ends with that, and the keys that everyone in it has are used no more. */
import type { SharingContext } from "../sharing/context.ts";
import { scopesOfTeam, withRetired } from "../sharing/retired-keys.ts";
import { changeTrust, type KeyInUse, type TrustStore, withGiven, withTeamLeft } from "../sharing/trust-store.ts";
import type { TeamContext } from "./context.ts";
import { keysOfTeam } from "./pin-log.ts";
import { refreshMembership } from "./refresh-membership.ts";
import { signLeaving } from "./signed-changes.ts";

/** The keys are noted first: the answer can be lost. Where the server refuses, there is a next key for the same people. */
export async function leaveTeam(context: TeamContext): Promise<void> {
  const teamId = context.sessions.session?.teamId;
  const sharing = await context.sharing();
  if (teamId) await noteSpent(sharing, teamId, (store) => store);
  await signLeaving(context);
  if (teamId) await noteSpent(sharing, teamId, (store) => withoutTeam(store, teamId)).catch(() => undefined); // else it waits for a press
  await refreshMembership(context).catch(() => undefined);
}

/** @param change - of the same commit */
async function noteSpent(sharing: SharingContext, teamId: string, change: (store: TrustStore) => TrustStore): Promise<void> {
  const within = await keysOfTeam(sharing, teamId);
  await changeTrust(sharing, (store) => spentOr(store, change(store), teamId, within));
}

/** @returns null where there is nothing to note */
function spentOr(before: TrustStore, after: TrustStore, teamId: string, within: readonly KeyInUse[]): TrustStore | null {
  const theirs = scopesOfTeam(before, teamId);
  if (theirs.length > 0) return withRetired(after, theirs, within);
  return after === before ? null : after;
}

function withoutTeam(store: TrustStore, teamId: string): TrustStore {
  const all = Object.entries(store.given).flatMap(([scopeId, grants]) => Object.entries(grants).map(([id, to]) => ({ scopeId, id, to })));
  const theirs = all.filter(({ to }) => to.isTeam && to.to === teamId);
  return theirs.reduce((sum, { scopeId, id }) => withGiven(sum, scopeId, id, null), withTeamLeft(store, teamId));
}
