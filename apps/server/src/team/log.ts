/**
 * Answers the calls about a team's log (contract/team-log.ts). The clients believe the log and not this server; it asks the judge that they ask, so that nothing is
 * stored that no client believes, and checks besides that the author's present role allows an entry, and what it knows of the accounts (check-log-entry.ts).
 */
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { MAX_AHEAD_MS } from "@coffer/contract/schemas";
import type { team as endpoints } from "@coffer/contract/team";
import { entryMessage, NO_ENTRY, type ReadEntry, readEntry, type SignedEntry } from "@coffer/contract/team-log";
import { judge } from "@coffer/core/team/log";
import { type LogChange, NO_TEAM, type TeamState } from "@coffer/core/team/log-state";
import { reachesAll } from "@coffer/core/team/new-key";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account, scope } from "../db/tables.ts";
import { team, teamAuthor, teamLog } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { sha256Hex } from "../secrets.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";
import { type Actor, getActor, getTeam, isAllowed, type RuleName } from "./authorization.ts";
import { isEntryTrue } from "./check-log-entry.ts";
import { copiesSent, fingerprintOf, recoverLostKeys, refuseKey } from "./key-copies.ts";
import { readLog } from "./log-reading.ts";
import { proofCheck, stateOf } from "./verified-log.ts";

type LogCalls = Pick<typeof endpoints, "readLog" | "writeLog" | "refuseKey" | "proveInvited">;

export const logHandlers = (deps: Deps): Handlers<LogCalls> => ({
  readLog: (input, viewer) => readLog(deps, viewer, input),
  writeLog: async (input, viewer) => {
    const writing = () => deps.db.transaction((tx) => write(deps, tx, viewer, input));
    const isKey = ({ text }: SignedEntry): boolean => readEntry(text)?.change?.kind === "key";
    await countingTaken(deps, "logEntries", viewer, input.entries.length, () =>
      countingTaken(deps, "nextKeys", viewer, input.entries.filter(isKey).length, writing),
    );
    return { success: true };
  },
  refuseKey: async (input, viewer) => {
    await deps.db.transaction((tx) => refuseKey(tx, viewer, input, new Date(deps.now())));
    return { success: true };
  },
  proveInvited: async ({ proof }, viewer) => {
    const isMember = and(eq(account.id, viewer.accountId), sql`${account.team_id} is not null`);
    const { rowCount } = await deps.db.update(account).set({ invited_proof: proof }).where(isMember);
    if (rowCount !== 1) throw new AppError("forbidden");
    return { success: true };
  },
});

/** What the author's present role has to allow for an entry, in addition to what the log allows. What is not listed here is open to any member. */
const NEEDED: Partial<Record<LogChange["kind"], RuleName>> = {
  invite: "invite",
  role: "giveRoles",
  found: "changeTeams",
  remove: "signRemovals",
};

type Copies = ParsedOf<typeof endpoints.writeLog>["keys"];

interface Writing {
  readonly deps: Deps;
  readonly teamId: string;
  readonly viewer: Viewer;
  readonly publicKey: string;
}

/** @throws AppError stale_head unless it follows; bad_signature unless the viewer signed it, and when it is dated in the future */
function checkSigned(
  { deps, teamId, viewer, publicKey }: Writing,
  { text, signature }: SignedEntry,
  seq: number,
  previous: string,
): ReadEntry {
  const read = readEntry(text);
  if (!read || read.team !== teamId || read.by !== viewer.accountId || read.key !== fingerprintOf(publicKey))
    throw new AppError("bad_signature");
  if (read.seq !== seq || read.previous !== previous) throw new AppError("stale_head");
  if (read.at > deps.now() + MAX_AHEAD_MS) throw new AppError("bad_signature");
  if (!isMessageSignedBy(publicKey, entryMessage(text), signature)) throw new AppError("bad_signature");
  return read;
}

/** Of an entry that was judged. The database cannot judge it, so no account writes into a log by itself. */
async function insertEntry(tx: Tx, { deps, teamId, publicKey }: Writing, { text, signature }: SignedEntry, seq: number): Promise<void> {
  await bypassRlsWithin("team", deps.db, tx, async () => {
    await tx.insert(teamLog).values({ team_id: teamId, seq, text, signature, at: new Date(deps.now()) });
    await tx
      .insert(teamAuthor)
      .values({ team_id: teamId, fingerprint: fingerprintOf(publicKey), public_key: publicKey })
      .onConflictDoNothing();
  });
}

/** The first entry of a new team. @throws AppError bad_signature, forbidden */
export async function found(deps: Deps, tx: Tx, viewer: Viewer, teamId: string, signed: SignedEntry): Promise<void> {
  const writing = { deps, teamId, viewer, publicKey: await identityOf(tx, viewer.accountId) };
  const entry = checkSigned(writing, signed, 1, NO_ENTRY);
  if (entry.change?.kind !== "found") throw new AppError("forbidden");
  await stateAfter(tx, writing, NO_TEAM, entry, []);
  await insertEntry(tx, writing, signed, 1);
  await tx.update(team).set({ key_epoch: 1 }).where(eq(team.id, teamId));
}

/** What is refused is stored by no one, and counts for nothing. Counted outside of the transaction: while that holds the team it waits for no second connection. */
async function countingTaken(
  { limits }: Pick<Deps, "limits">,
  name: "logEntries" | "nextKeys",
  { accountId }: Viewer,
  entries: number,
  writing: () => Promise<void>,
): Promise<void> {
  if (entries > 0) await limits.count(name, accountId, entries);
  await writing().catch(async (error: unknown) => {
    if (entries > 0) await limits.forgive(name, accountId, entries);
    throw error;
  });
}

async function write(deps: Deps, tx: Tx, viewer: Viewer, input: ParsedOf<typeof endpoints.writeLog>): Promise<void> {
  const { id: teamId, since, entries, keys } = input;
  const actor = await getActor(tx, viewer);
  const { key_epoch: epochBefore } = await getTeam(tx, actor, teamId, "seeTeam", "lock");
  const stored = await tx.select().from(teamLog).where(eq(teamLog.team_id, teamId)).orderBy(asc(teamLog.seq));
  if (stored.length !== since) throw new AppError("stale_head");
  const writing = { deps, teamId, viewer, publicKey: await identityOf(tx, viewer.accountId) };
  let state = await stateOf(
    teamId,
    stored.map(({ text }) => text),
  );
  let previous = stored.length === 0 ? NO_ENTRY : sha256Hex(stored.at(-1)?.text ?? "");
  for (const [index, signed] of entries.entries()) {
    const entry = checkSigned(writing, signed, since + index + 1, previous);
    requirePresentRole(actor, teamId, entry.change);
    state = await stateAfter(tx, writing, state, entry, keys);
    previous = sha256Hex(signed.text);
    await insertEntry(tx, writing, signed, entry.seq);
  }
  await bypassRlsWithin("team", deps.db, tx, async () => {
    // Also with copies of the key alone: a person who was let go here but never taken out of the log is in both again by joining.
    await noteMembers(tx, teamId, state);
    if (state.epoch !== epochBefore) await moveToEpoch(tx, teamId, state.epoch);
    await recoverLostKeys(tx, writing, state, keys, new Date(deps.now()));
  });
}

/** @throws AppError forbidden */
function requirePresentRole(actor: Actor, teamId: string, change: LogChange | null): void {
  // Anyone leaves.
  if (change?.kind === "remove" && change.id === actor.account.id) return;
  const rule = change && NEEDED[change.kind];
  if (rule && !isAllowed(actor, rule, teamId)) throw new AppError("forbidden");
}

/**
 * @throws AppError forbidden for what no client would believe, and for what is not as the entry says (check-log-entry.ts); team_key_incomplete for a new key without
 * all copies
 */
async function stateAfter(tx: Tx, { teamId, viewer }: Writing, before: TeamState, entry: ReadEntry, copies: Copies): Promise<TeamState> {
  const { change } = entry;
  const copiesOf = (epoch: number) => copiesSent(teamId, epoch, copies);
  const after = await judge(before, entry, proofCheck(teamId), { copiesOf });
  if (after !== null && (await isEntryTrue(tx, { teamId, accountId: viewer.accountId }, before, change))) return after;
  const isIncomplete = change?.kind === "key" && (after !== null || !reachesAll(before, change, entry.by, copiesOf(change.epoch)));
  throw new AppError(isIncomplete ? "team_key_incomplete" : "forbidden");
}

/** Who is in the team at this server, and not in its log, is believed by no client: until then they write nothing that is shared with it (access.ts). */
async function noteMembers(tx: Tx, teamId: string, { members, founder }: TeamState): Promise<void> {
  const isIn = sql<boolean>`(${account.id} = any(${sql.param([...members.keys(), ...(founder ? [founder.id] : [])])}::uuid[]))`;
  await tx
    .update(account)
    .set({ is_in_log: isIn })
    .where(and(eq(account.team_id, teamId), sql`${account.is_in_log} <> ${isIn}`));
}

/** Anyone who shares with the team learns that the shares are under an old key. */
async function moveToEpoch(tx: Tx, teamId: string, epoch: number): Promise<void> {
  await tx.update(team).set({ key_epoch: epoch }).where(eq(team.id, teamId));
  const isShared = sql`${scope.id} in (select scope_id from ${shareGrant} where ${and(eq(shareGrant.team_id, teamId), isNull(shareGrant.ended_at))})`;
  // In one order, as moves do, so that none of them waits for the other.
  await tx.select({ id: scope.id }).from(scope).where(isShared).orderBy(asc(scope.id)).for("update");
  await tx
    .update(scope)
    .set({ stamp: sql`${scope.stamp} + 1` })
    .where(isShared);
}
