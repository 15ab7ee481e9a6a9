/** How people leave a team: by their own signature in its log. The person who made it and its last administrator hand over first (security design §6, rule 3). */
import { AppError } from "@coffer/contract/errors";
import { type Leaving, leavingMessage, readEntry } from "@coffer/contract/team-log";
import type { TeamState } from "@coffer/core/team/log-state";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { hasHandedOver, isLastAdmin, leavesAlone, presentState } from "@coffer/core/team/successors";
import type { Viewer } from "../access.ts";
import { getAccount } from "../account/accounts.ts";
import { writeAudit } from "../account/audit.ts";
import type { Tx } from "../db/connect.ts";
import { membersOf } from "../db/definer-functions.ts";
import type { Deps } from "../deps.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";
import { holdTeamOf } from "./authorization.ts";
import { logHandlers } from "./log.ts";
import { endMembership, lockTeamShares, sharedWithTeamBy } from "./membership.ts";
import { storedState } from "./verified-log.ts";

/** Before someone else lets them go. @throws AppError administrator_stays */
export async function refuseIfLeavesAlone(tx: Tx, teamId: string, accountId: string): Promise<void> {
  if (leavesAlone(await stateHere(tx, teamId), accountId)) throw new AppError("administrator_stays");
}

/** Before someone else gives them another role. @throws AppError administrator_stays */
export async function refuseIfLastAdmin(tx: Tx, teamId: string, accountId: string, roleId: number): Promise<void> {
  if (roleId !== TEAM_ADMIN && isLastAdmin(await stateHere(tx, teamId), accountId)) throw new AppError("administrator_stays");
}

/** @throws AppError administrator_stays */
async function requireHandedOver(tx: Tx, { accountId }: Viewer): Promise<void> {
  const { team_id: teamId } = await getAccount(tx, accountId);
  if (teamId !== null && !hasHandedOver(await stateHere(tx, teamId), accountId)) throw new AppError("administrator_stays");
}

async function stateHere(tx: Tx, teamId: string): Promise<TeamState> {
  const roles = (await membersOf(tx, teamId)).map(({ id, role_id }) => [id, role_id] as const);
  return presentState(await storedState(tx, teamId), new Map(roles));
}

/** Any other entry would put one thing into the log while the server does another. @throws AppError forbidden */
function requireOwnRemoval({ entry }: Leaving, { accountId }: Viewer): void {
  const change = readEntry(entry.text)?.change;
  if (change?.kind !== "remove" || change.id !== accountId) throw new AppError("forbidden");
}

interface Signed {
  /** The entry of the log. */
  readonly leaving?: Leaving | undefined;
  /** In place of the entry, of a member whom the log does not have, or whose device does not believe it. */
  readonly signature?: string | undefined;
}

/** Otherwise a stolen token would end what its owner shares with the team. @throws AppError leaving_unsigned, forbidden for one who is in no team */
async function requireSigned(tx: Tx, { accountId }: Viewer, { leaving, signature = "" }: Signed): Promise<string> {
  const { team_id: id } = await getAccount(tx, accountId);
  if (id === null) throw new AppError("forbidden");
  const isSigned = leaving !== undefined || isMessageSignedBy(await identityOf(tx, accountId), leavingMessage(id, accountId), signature);
  if (!isSigned) throw new AppError("leaving_unsigned");
  return id;
}

/**
 * The log says it first: if the call breaks off there, the next one leaves.
 * @throws AppError administrator_stays, stale_head, bad_signature, leaving_unsigned, forbidden for one who is in no team or signs anything else
 */
export async function leaveTeam(deps: Deps, viewer: Viewer, signed: Signed): Promise<void> {
  const { leaving } = signed;
  const id = await deps.db.transaction(async (tx) => {
    await requireHandedOver(tx, viewer);
    return requireSigned(tx, viewer, signed);
  });
  if (leaving) {
    requireOwnRemoval(leaving, viewer);
    await logHandlers(deps).writeLog({ id, since: leaving.since, entries: [leaving.entry], keys: [] }, viewer);
  }
  await deps.db.transaction((tx) => leave(deps, tx, viewer));
}

async function leave(deps: Deps, tx: Tx, viewer: Viewer): Promise<void> {
  await holdTeamOf(tx, viewer.accountId);
  await lockTeamShares(tx, sharedWithTeamBy(viewer.accountId));
  const own = await getAccount(tx, viewer.accountId, "lock");
  if (own.team_id === null) throw new AppError("forbidden");
  await endMembership(tx, own, new Date(deps.now()));
  await writeAudit(deps, tx, viewer, { accountId: own.id, event: "team.left" });
}

/** Before an account is closed: with the entry it leaves its team at once, without one it stays in it until it is deleted. @throws AppError as `leaveTeam` */
export async function leaveBeforeClosing(deps: Deps, viewer: Viewer, leaving: Leaving | undefined): Promise<void> {
  if (leaving) await leaveTeam(deps, viewer, { leaving });
  else await deps.db.transaction((tx) => requireHandedOver(tx, viewer));
}
