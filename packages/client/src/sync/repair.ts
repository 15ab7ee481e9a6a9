/**
 * Restarts the history of a scope when the server's does not continue what this device has seen: after a restored backup, or a fork
 * (security design §4). Only on the user's request. The new head has a later generation than any before, so that other devices know what
 * happened.
 */

import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { SealedRecord } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import type { HeadText } from "@coffer/contract/vault";
import { DecryptError, toHex } from "@coffer/crypto";
import { ClientError, IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { headsFrom, lastCommon, readWith } from "./common-head.ts";
import { type Head, hashHead, openHead, sealHead, verifyRoot } from "./head.ts";
import { digestsOf, rootOf } from "./head-entries.ts";
import type { LocalCache } from "./local-cache.ts";
import { type DeviceHistory, isSameSave, mergeHistories, type Relation, type ServerHistory } from "./merge-histories.ts";
import type { Pin } from "./pins.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import { openRecord } from "./seal-record.ts";
import { nextOwn, readOwn } from "./shared-rules.ts";
import { idsIn, isCut, recordsOf, type Snapshot, withHead } from "./snapshot.ts";
import { hashTrust } from "./wrapped-trust.ts";

interface Repairing {
  readonly keys: ScopeKeys;
  readonly deps: ScopeDeps;
  readonly cache: LocalCache;
  /** The highest place this device has verified, even if its cache was emptied. */
  readonly pin: Pick<Pin, "seq" | "generation" | "own"> | null;
}

/** Both histories, side by side. */
interface Compared {
  readonly relation: Relation;
  readonly device: DeviceHistory;
  readonly server: ServerHistory;
  readonly reply: Snapshot;
  readonly newest: HeadText;
  /** The server's newest head, if it verifies. */
  readonly theirs: Head | null;
}

/** What a repair would do. */
export interface RepairPlan {
  readonly relation: Relation;
  /** Live records of this device (without vaults) that the server does not have in the same save. */
  readonly onlyHere: number;
  /** The reverse. */
  readonly onlyThere: number;
}

export async function planRepair(repairing: Repairing): Promise<RepairPlan> {
  const { relation, device, server } = await compare(repairing);
  const missing = (from: ReadonlyMap<string, SealedRecord>, to: ReadonlyMap<string, SealedRecord>) =>
    [...from.values()].filter(
      ({ id, kind, saveId, trashedAt }) => kind !== "category" && trashedAt === null && to.get(id)?.saveId !== saveId,
    ).length;
  return { relation, onlyHere: missing(device.records, server.records), onlyThere: missing(server.records, device.records) };
}

const OLDER_KEYS =
  "The server has also gone back to keys that you have replaced since. Bringing your vault back would make the old ones valid again. Please export what this device has, and ask your operator for a newer backup.";

/** Another device may write this often while the repair runs. */
const MAX_ATTEMPTS = 3;

/**
 * @param isOverstepped - the server's history holds what its writer may not change, so nothing of it is taken over
 * @param kept - records that this device had under another key: they take the place of the server's
 * @throws ClientError when the server also went back to older keys, or when neither this device nor the server has a history that verifies.
 */
export async function repair(repairing: Repairing, isOverstepped = false, kept?: readonly KnownRecord[]): Promise<void> {
  let taken: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt++) {
    const compared = kept ? withKept(await compare(repairing), kept) : await compare(repairing);
    try {
      return await repairOnce(repairing, isOverstepped ? { ...compared, relation: "unproven", theirs: null } : compared, taken);
    } catch (error) {
      const isTaken = isRefusal(error, "id_taken") && taken.size === 0;
      if (isTaken) taken = await idsInShared(repairing, compared.reply);
      if ((!isTaken && !isRefusal(error, "stale_head")) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Ids that the server still has in shared scopes of this account: what was in them came home since the backup. */
async function idsInShared({ deps }: Repairing, { scopes }: Snapshot): Promise<ReadonlySet<string>> {
  const own = scopes.filter((one) => one.own !== null);
  return new Set((await Promise.all(own.map(({ id }) => deps.call(api.vault.pull, { scope: id })))).flatMap(idsIn));
}

const withKept = (compared: Compared, kept: readonly KnownRecord[]): Compared => ({
  ...compared,
  relation: "behind",
  device: { records: new Map(kept.map((record) => [record.id, record])), isWhole: false, common: 0 },
});

async function repairOnce(repairing: Repairing, compared: Compared, taken: ReadonlySet<string>): Promise<void> {
  const { keys, deps, cache, pin } = repairing;
  const { device, server, reply, newest, theirs } = compared;
  const { state, table } = cache;
  const own = state && (await cache.head());
  if (!own && !theirs) throw new ClientError("Neither this device nor the server has a state of your vault that can be verified.");
  refuseOlderKeys(own, reply);
  const seq = Math.max(reply.scope.seq, state?.seq ?? 0, pin?.seq ?? 0) + 1;
  const generation = Math.max(reply.scope.generation, state?.head.generation ?? 0, pin?.generation ?? 0, 1) + 1;
  const records = await finalRecords(repairing, compared, taken);
  const digests = await digestsOf(records.values());
  const epochs = reply.epochs ?? own?.epochs ?? theirs?.epochs ?? { cred: 1, recovery: 1 };
  const flags = (own?.flags ?? 0) | (theirs?.flags ?? 0) | (await deps.flags());
  const trust =
    keys.rights.kind === "personal"
      ? await renewedTrust(deps, state?.trust, compared)
      : await renewedOwn(keys, state?.trust, reply, { generation, records: records.values(), least: pin?.own ?? 0 });
  const contents = { epochs, flags, trust: await hashTrust(trust) };
  const head = { keys, generation, seq, previous: newest.head, digests, count: records.size, ...contents };
  const sealed = await sealHead({ ...head, deviceId: deps.deviceId, now: deps.now() });
  await deps.call(api.vault.repair, {
    ...{ scope: keys.scopeId, baseSeq: reply.scope.seq, ...sealed, seq, generation },
    ...(trust !== null && (keys.rights.kind !== "personal" ? { own: trust } : trust !== reply.trust && { trust })),
    records: [...records.values()].filter((record) => !isThere(record, server)).map(toBody),
    purged: [...server.records.keys()].filter((id) => !records.has(id)),
  });
  const changed = new Map<string, KnownRecord | null>([...table.all()].map(({ id }) => [id, null]));
  for (const [id, record] of records) changed.set(id, knownFrom(record, device.records.get(id), seq));
  const before = { ...(state ?? { epoch: keys.epoch, hashes: [] }), trust };
  await cache.accept({ state: await withHead(before, { seq, generation, ...sealed }), changed, digests });
  await cache.persist();
}

/**
 * What this device knows of others is not given up for what a server that went back knows: whose access was ended, whose key was found to be false. The server's counts as
 * far as its newest head names it.
 */
async function renewedTrust({ mergeTrusts }: ScopeDeps, own: string | null | undefined, { reply, theirs, relation }: Compared) {
  if (own === null || own === undefined) return reply.trust;
  if (relation !== "parted" || !mergeTrusts || reply.trust === null || reply.trust === own) return own;
  return (await hashTrust(reply.trust)) === theirs?.trust ? (await mergeTrusts())(own, reply.trust) : own;
}

/** @param least - a number that this device has seen: others have too, and take no lower one @returns what the new head names: a shared scope gets a statement for its new generation */
async function renewedOwn(
  keys: ScopeKeys,
  known: string | null | undefined,
  { own }: Snapshot,
  { least, ...listed }: { readonly generation: number; readonly records: Iterable<SealedRecord>; readonly least: number },
): Promise<string | null> {
  const before = readOwn(known) ? (known ?? null) : (own ?? null);
  return nextOwn(keys, { ...listed, before, renewed: { least: Math.max(least, readOwn(own)?.ownSeq ?? 0) } });
}

/** A head with older epochs would make a replaced password or recovery key valid again. @throws ClientError */
function refuseOlderKeys(own: Head | null, { epochs }: Snapshot): void {
  if (own?.epochs && epochs && (epochs.cred < own.epochs.cred || epochs.recovery < own.epochs.recovery)) throw new ClientError(OLDER_KEYS);
}

/** The final records by id, including copies. Emptied records are not written again. @param taken - ids under which nothing can be written here */
async function finalRecords({ keys, deps }: Repairing, { relation, device, server }: Compared, taken: ReadonlySet<string>) {
  const merged = mergeHistories(relation, device, server);
  const records = new Map([...merged.records].filter(([, record]) => record.seal !== "" || isThere(record, server)));
  const hasVault = (id: string): boolean => records.get(id)?.kind === "category" && records.get(id)?.trashedAt === null;
  const now = deps.now();
  const away = [...device.records.values()].filter(({ id }) => taken.has(id) && !server.records.has(id) && records.has(id));
  for (const { id } of away) records.delete(id);
  const left = [...merged.deviceOnly, ...away.map((record) => ({ record, isConflict: false }))];
  for (const { change, trashedAt } of await deps.copies(keys, left, hasVault)) {
    const { op: _, ...content } = change;
    records.set(change.id, { ...content, trashedAt, scopeId: keys.scopeId, createdAt: now, updatedAt: now, lastUsedAt: null });
  }
  return records;
}

const isThere = (record: SealedRecord, { records }: ServerHistory): boolean => {
  const there = records.get(record.id);
  return there !== undefined && isSameSave(record, there);
};

const knownFrom = (record: SealedRecord, own: KnownRecord | undefined, seq: number): KnownRecord =>
  own && isSameSave(record, own) ? own : { ...record, learned: seq };

const toBody = (record: SealedRecord) => {
  const { id, revision, saveId, seal, kind, fields, trashedAt } = record;
  return { op: "put" as const, id, revision, saveId, seal, kind, fields: { ...fields }, ...columnsOf(record), trashedAt };
};

async function compare({ keys, deps, cache }: Repairing): Promise<Compared> {
  const { state, table } = cache;
  const hashes = state?.hashes ?? [];
  const from = Math.max((state?.seq ?? 0) - hashes.length, 0);
  const reply: Snapshot = await deps.call(api.vault.pull, { scope: keys.scopeId, ...(state && { heads: from }) });
  // A server that went back behind everything this device remembers shows no head of that range.
  const isWithNewest = reply.heads.length > 0 && !isCut(reply);
  const all: Snapshot = isWithNewest ? reply : await deps.call(api.vault.pull, { scope: keys.scopeId });
  const newest = all.heads.at(-1);
  if (!newest || newest.seq !== all.scope.seq || all.scope.epoch !== keys.epoch) throw new IntegrityError("fork");
  const heads = isWithNewest ? all.heads : [...(await headsFrom(deps.call, keys.scopeId, from, newest.seq)), newest];
  const back = { newest: toHex(await hashHead(newest.head)), seen: hashes, readers: [keys] };
  const common = await lastCommon(heads, back);
  const records = new Map(recordsOf(all).map((record) => [record.id, record]));
  const theirs = await verifiedHead(keys, newest, records);
  const relation = common === newest ? "behind" : theirs ? "parted" : "unproven";
  const server = { records, since: common && relation === "parted" ? await changedSince({ keys, deps, cache }, common, records) : null };
  const device = {
    records: new Map([...table.all()].map((record) => [record.id, record])),
    isWhole: await isWhole(cache),
    common: common?.seq ?? 0,
  };
  return { relation, device, server, reply: all, newest, theirs };
}

/**
 * What has changed there since both were one. The server's word is not enough where something would be dropped: what was saved later, by the time under its seal, has changed
 * whether or not the server names it.
 */
async function changedSince(
  { keys, deps, cache: { table } }: Pick<Repairing, "keys" | "deps" | "cache">,
  common: HeadText,
  records: ReadonlyMap<string, SealedRecord>,
): Promise<ServerHistory["since"]> {
  const reply = await deps.call(api.vault.pull, { scope: keys.scopeId, since: common.seq });
  const [changed, at] = [new Set(recordsOf(reply).map(({ id }) => id)), (await readWith([keys], common))?.time ?? 0];
  const isOpen = ({ id, seal }: SealedRecord): boolean =>
    seal !== "" && !changed.has(id) && ((table.live.get(id) ?? table.trashed.get(id))?.learned ?? Number.POSITIVE_INFINITY) > common.seq;
  for (const record of records.values())
    if (isOpen(record) && ((await openRecord(keys, record, [])).updatedAt ?? 0) > at) changed.add(record.id);
  return { changed, purged: new Set(reply.tombstones) };
}

/** The head, if this account signed it and it lists exactly these records. */
async function verifiedHead(keys: ScopeKeys, newest: HeadText, records: ReadonlyMap<string, SealedRecord>): Promise<Head | null> {
  try {
    const head = await openHead(keys, newest);
    if (head.version === 1) return null;
    verifyRoot(head, await rootOf(await digestsOf(records.values())), records.size);
    return head;
  } catch (error) {
    if (error instanceof DecryptError || error instanceof IntegrityError) return null;
    throw error;
  }
}

async function isWhole(cache: LocalCache): Promise<boolean> {
  if (!cache.state || cache.needsAll) return false;
  const head = await cache.head();
  return head.root === (await rootOf(await cache.table.digests())) && head.count === cache.table.count;
}
