/**
 * New keys, and every record sealed again, in one transaction: the reset after a recovery, and the part that a renewal of the keys shares with it (security design §5).
 * A refusal, a crash or a lost connection half-way leaves the old vault as it was.
 */

import { createHash } from "node:crypto";
import type { ParsedOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { pickFields } from "@coffer/contract/record";
import { recovery as endpoints } from "@coffer/contract/recovery";
import type { Resealed } from "@coffer/contract/resealed";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { and, asc, eq, sql } from "drizzle-orm";
import { getOwnScope, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { earlierPlace, superseded } from "../db/retention-tables.ts";
import { account, identity, record, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { type JsonStream, streamReply } from "../http/streamed-reply.ts";
import { queueEmail } from "../mail/outbox.ts";
import { dateInEmail } from "../mail/phrases.ts";
import { readTrust } from "../sharing/trust.ts";
import { holdTeamOf } from "../team/authorization.ts";
import { endMembership } from "../team/membership.ts";
import { newestHead, nextOf, toScopeState, writeHead } from "../vault/heads.ts";
import { find, isListedIn, rowsOf } from "../vault/read.ts";
import { purgeRecords } from "../vault/statements.ts";
import { type AccountRow, endLinks, endPasskeys, endSessions, getAccount, normaliseEmail } from "./accounts.ts";
import { writeAudit } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { forgetDevices, rememberDevice } from "./devices.ts";
import { discardRecords } from "./discarded-vaults.ts";

type Endpoints = typeof endpoints;
type Reset = ParsedOf<Endpoints["resetPassword"]>;

/** Records sent to the database at once: a statement's parameter must not grow with the vault. */
const CHUNK = 500;

/** Every record of the owner that the head lists, and that head, read at the same moment. */
export function entriesForReset(deps: Deps, viewer: Viewer): Promise<JsonStream> {
  return streamReply(deps, endpoints.entriesForReset.reply, async (tx) => {
    const personal = await getOwnScope(tx, viewer, viewer.personalScopeId, "read");
    const found = await find(tx, isListedIn(personal.id), asc(record.created_at), asc(record.id));
    return {
      success: true as const,
      entries: rowsOf(tx, viewer, found),
      scope: toScopeState(personal),
      head: await newestHead(tx, personal),
      trust: await readTrust(tx, viewer),
    };
  });
}

/** @throws AppError forbidden, invalid_recovery_key, stale_head, stale_revision, invalid_input, rate_limited */
export async function resetPassword(deps: Deps, authHash: AuthHash, input: Reset, viewer: Viewer): Promise<void> {
  const seen = await getAccount(deps.db, viewer.accountId);
  if (normaliseEmail(input.email) !== seen.email) throw new AppError("forbidden");
  await checkRecoveryKey(deps, seen, input);
  const hash = await authHash.create(input.authKey);
  await deps.db.transaction(async (tx) => {
    if (input.discardItems) await holdTeamOf(tx, seen.id);
    // The scope first, as every write of records locks it before it touches the account.
    const personal = await getOwnScope(tx, viewer, viewer.personalScopeId, "lock");
    const own = await getAccount(tx, seen.id, "lock");
    // The token was for the credentials of that time; of two resets at once the second finds new ones.
    if (own.cred_epoch !== seen.cred_epoch) throw new AppError("session_expired");
    const at = new Date(deps.now());
    await replaceEverything(tx, { own, personal }, input, { hash, at });
    if (input.discardItems) await leaveTeam(deps, tx, viewer, own, at);
    await endSessions(tx, own.id, at);
    await endLinks(tx, own.id);
    await forgetDevices(tx, own.id);
    if (input.deviceToken !== undefined) await rememberDevice(deps, tx, own.id, input.deviceToken);
    const until = dateInEmail(deps.now() + DELETED_KEPT_MS, own.language);
    if (input.discardItems) await queueEmail(deps, tx, { name: "recoveryDiscarded", to: own, values: { until } });
    else await queueEmail(deps, tx, { name: "recoveryDone", to: own, values: {} });
    await writeAudit(deps, tx, viewer, { accountId: own.id, event: input.discardItems ? "recovery.discarded" : "recovery.done" });
  });
  deps.log.info("recovery.done", { accountId: seen.id, isDiscarded: input.discardItems === true });
}

/** The team's log knows the member by the key that is gone: no one can give them the team's key until they join again. */
async function leaveTeam(deps: Deps, tx: Tx, viewer: Viewer, own: AccountRow, at: Date): Promise<void> {
  if (own.team_id === null) return;
  await endMembership(tx, own, at);
  await writeAudit(deps, tx, viewer, { accountId: own.id, event: "team.left" });
}

/** Without a recovery key a person can only start with an empty vault, and has to say so. */
async function checkRecoveryKey(
  deps: Deps,
  own: AccountRow,
  { recoveryAuth, discardItems, publicKey, reEncryptedEntries }: Reset,
): Promise<void> {
  if (discardItems) {
    if (reEncryptedEntries.length > 0) throw new AppError("invalid_input", "A vault that starts empty holds no entries.");
    if (publicKey === undefined) throw new AppError("invalid_input", 'The field "publicKey" is missing.');
    return;
  }
  await deps.limits.count("recoveryKey", own.id);
  const proof = createHash("sha256")
    .update(Buffer.from(recoveryAuth ?? "", "hex"))
    .digest("hex");
  if (recoveryAuth === undefined || proof !== own.recovery_auth_hash) throw new AppError("invalid_recovery_key");
  await deps.limits.forgive("recoveryKey", own.id);
}

interface Own {
  readonly own: AccountRow;
  readonly personal: ScopeRow;
}

type NewKeys = Omit<Reset, "email" | "recoveryAuth">;

/** All keys of an account and everything under them, for a reset and for a renewal of the keys. @throws AppError stale_head, bad_signature, stale_revision, invalid_input */
export async function replaceEverything(
  tx: Tx,
  { own, personal }: Own,
  input: NewKeys,
  { hash, at }: { readonly hash: string; readonly at: Date },
): Promise<void> {
  if (personal.seq !== input.baseSeq) throw new AppError("stale_head");
  // Stored before the new head replaces the one that lists the old records.
  if (input.discardItems) await discardRecords(tx, own, personal, at);
  const writer = input.discardItems && input.publicKey !== undefined ? { publicKey: input.publicKey } : { accountId: own.id };
  await writeHead(tx, personal, nextOf(personal), input, at, writer);
  if (!input.discardItems) await replaceRecords(tx, personal, input.reEncryptedEntries, at);
  // Their key is gone.
  if (input.discardItems || !input.keepsVersions) await tx.delete(superseded).where(eq(superseded.scope_id, personal.id));
  if (input.discardItems) await tx.delete(earlierPlace).where(eq(earlierPlace.scope_id, personal.id));
  await endPasskeys(tx, own.id);
  const keyEpoch = own.key_epoch + 1;
  await tx.update(scope).set({ epoch: keyEpoch }).where(eq(scope.id, personal.id));
  await replaceKeys(tx, own, input, { hash, keyEpoch });
}

/** The second factor stays as it is (decision S-20), and so does the public identity, unless the vault starts empty. */
async function replaceKeys(tx: Tx, own: AccountRow, input: NewKeys, { hash, keyEpoch }: { hash: string; keyEpoch: number }): Promise<void> {
  const credEpoch = own.cred_epoch + 1;
  await tx
    .update(account)
    .set({
      auth_hash: hash,
      encrypted_vault_key: input.encryptedVaultKey,
      encrypted_key: input.encryptionKey,
      recovery_auth_hash: input.recoveryAuthHash,
      cred_epoch: credEpoch,
      recovery_epoch: own.recovery_epoch + 1,
      key_epoch: keyEpoch,
    })
    .where(eq(account.id, own.id));
  const { encryptedPrivateKey, publicKey, discardItems } = input;
  const theirs = eq(identity.account_id, own.id);
  const isNew = discardItems && publicKey !== undefined;
  const { rowCount } = await tx
    .update(identity)
    .set({ encrypted_private_key: encryptedPrivateKey, trust_store: input.trust ?? null, ...(isNew && { public_key: publicKey }) })
    .where(isNew || publicKey === undefined ? theirs : and(theirs, eq(identity.public_key, publicKey)));
  if (rowCount !== 1) throw new AppError("invalid_input", "The public key is not the account's.");
}

/**
 * State and place stay. Emptied trash cannot be sealed again and is purged.
 * @throws AppError stale_revision unless the entries are exactly the records that have content, each with its next revision
 */
async function replaceRecords(tx: Tx, personal: ScopeRow, entries: readonly Resealed[], at: Date): Promise<void> {
  const rows = await tx
    .select({ id: record.id, kind: record.kind, revision: record.revision, isEmpty: sql<boolean>`${record.seal} = ''` })
    .from(record)
    .where(isListedIn(personal.id));
  const stored = rows.filter(({ isEmpty }) => !isEmpty);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isExact = byId.size === entries.length && stored.length === entries.length;
  const isNext = stored.every(({ id, kind, revision }) => {
    const entry = byId.get(id);
    return entry?.kind === kind && entry.revision === revision + 1 && entry.vault_id === personal.id;
  });
  if (!isExact || !isNext) throw new AppError("stale_revision", "The vault changed meanwhile. Please start again.");
  for (let start = 0; start < entries.length; start += CHUNK) {
    const rows = entries.slice(start, start + CHUNK).map(({ id, kind, revision, saveId, seal, ...rest }) => {
      return { id, revision, saveId, seal, fields: pickFields(kind, rest) };
    });
    await tx.execute(sql`
      update record set seq = ${personal.seq + 1}, revision = new.revision, save_id = new."saveId", seal = new.seal, fields = new.fields,
        updated_at = ${at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(id uuid, revision bigint, "saveId" text, seal text, fields jsonb)
      where record.id = new.id and record.scope_id = ${personal.id}`);
  }
  const emptied = rows.filter(({ isEmpty }) => isEmpty).map(({ id }) => id);
  await purgeRecords(tx, emptied, personal.seq + 1, at);
}
