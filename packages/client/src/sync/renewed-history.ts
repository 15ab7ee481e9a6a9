/**
 * Adopts a history that the owner has restarted on another device (repair.ts). It is accepted as it is; what only this device has is
 * added as copies in one write, before anything on this device is dropped.
 */
import { api } from "@coffer/contract/api";
import { isRefusal } from "@coffer/contract/errors";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { headsFrom, lastCommon } from "./common-head.ts";
import type { LocalCache } from "./local-cache.ts";
import { onlyOnThisDevice } from "./merge-histories.ts";
import { nextState } from "./next-state.ts";
import { writeRenewal } from "./pins.ts";
import { RecordTable } from "./record-table.ts";
import type { ScopeDeps, SealedCopy } from "./scope-deps.ts";
import type { VerifiedPull } from "./verify-pull.ts";
import { hashTrust } from "./wrapped-trust.ts";

/** @param pulled - everything in the new history. */
export async function adoptRenewedHistory(keys: ScopeKeys, deps: ScopeDeps, cache: LocalCache, pulled: VerifiedPull): Promise<void> {
  const common = await commonSeq(keys, deps, cache, pulled);
  const after = [...pulled.changed.values()].filter((record) => record !== null);
  const left = onlyOnThisDevice(cache.table.live.values(), common, new Map(after.map((record) => [record.id, record])));
  const trust = await trustOfBoth(deps, cache, pulled, common);
  const bringIn = async (attempt?: string) => {
    const copies = await deps.copies(keys, left, (id) => after.some((record) => record.id === id && isLiveVault(record)), attempt);
    return adoptWith({ keys, deps, cache, pulled }, after, copies, trust);
  };
  await bringIn().catch(async (error: unknown) => {
    // This device was stopped before it had stored the history, and another one has deleted its copies for good since.
    if (!isRefusal(error, "id_taken")) throw error;
    await bringIn(`${pulled.state.seq}`);
  });
}

const isLiveVault = ({ kind, trashedAt }: KnownRecord): boolean => kind === "category" && trashedAt === null;

interface Adoption {
  readonly keys: ScopeKeys;
  readonly deps: ScopeDeps;
  readonly cache: LocalCache;
  readonly pulled: VerifiedPull;
}

/** @param trust - to be named from now on; null where the new one stays */
async function adoptWith(
  { keys, deps, cache, pulled }: Adoption,
  after: readonly KnownRecord[],
  copies: readonly SealedCopy[],
  trust: string | null,
): Promise<void> {
  const { state, head } = pulled;
  const note = (): Promise<void> => noteRenewal(keys, deps, copies);
  const there = new Set(after.map(({ id }) => id));
  const changes = copies.map(({ change }) => change).filter(({ id }) => !there.has(id));
  if (changes.length === 0 && trust === null) return note().then(() => cache.accept(pulled));
  const epochs = head.epochs ?? pulled.epochs ?? { cred: 1, recovery: 1 };
  const contents = { flags: head.flags | (await deps.flags()), epochs, trust: trust === null ? head.trust : await hashTrust(trust) };
  const next = await nextState({
    keys,
    state: { ...state, trust: trust ?? state.trust ?? null },
    table: new RecordTable(after),
    changes,
    ...contents,
    deviceId: deps.deviceId,
    now: deps.now(),
  });
  await deps.call(api.vault.commit, { scope: keys.scopeId, baseSeq: state.seq, ...next.sealed, changes, ...(trust !== null && { trust }) });
  await note();
  await cache.accept({ ...pulled, changed: new Map<string, KnownRecord | null>([...pulled.changed, ...next.changed]), ...onlyState(next) });
}

/** Before the history is accepted: a device that is stopped in between adopts it again. Only the own vault's is told of. */
async function noteRenewal({ scopeId, rights }: ScopeKeys, { keys }: ScopeDeps, copies: readonly SealedCopy[]): Promise<void> {
  if (rights.kind === "personal")
    await writeRenewal(keys, scopeId, { copies: copies.filter(({ change }) => change.kind !== "category").length });
}

const onlyState = ({ state, digests }: Awaited<ReturnType<typeof nextState>>) => ({ state, digests });

/**
 * Where this device has seen what the new history lacks, what its person has decided since is not given up for it: whose access was ended, whose key was found to be false.
 * @returns the trust store to be named from now on; null where the new one stays
 */
async function trustOfBoth(
  { mergeTrusts }: ScopeDeps,
  { state }: LocalCache,
  pulled: VerifiedPull,
  common: number,
): Promise<string | null> {
  const [own, theirs] = [state?.trust ?? null, pulled.state.trust ?? null];
  if (!state || !mergeTrusts || own === null || own === theirs || common >= state.seq) return null;
  return theirs === null ? own : (await mergeTrusts())(own, theirs);
}

/** The seq of the newest common head; 0 if this device remembers none. */
async function commonSeq(keys: ScopeKeys, deps: ScopeDeps, { state }: LocalCache, pulled: VerifiedPull): Promise<number> {
  if (!state) return 0;
  const heads = Math.max(state.seq - state.hashes.length, 0);
  const all = await headsFrom(deps.call, keys.scopeId, heads, pulled.state.seq);
  const newest = pulled.state.hashes.at(-1) ?? "";
  return (await lastCommon(all, { newest, seen: state.hashes, readers: [keys] }))?.seq ?? 0;
}
