/**
 * Adopts a history that the owner has restarted on another device (repair.ts). It is accepted as it is; what only this device has is
 * added as copies in one write, before anything on this device is dropped.
 */
import { api } from "@coffer/contract/api";
import type { ScopeKeys } from "../keyring.ts";
import type { KnownRecord } from "../types.ts";
import { headsFrom, lastCommon } from "./heads-back.ts";
import type { LocalCache } from "./local-cache.ts";
import { onlyOnThisDevice } from "./merge-histories.ts";
import { nextState } from "./next-state.ts";
import { RecordTable } from "./record-table.ts";
import type { ScopeDeps } from "./scope-deps.ts";
import type { VerifiedPull } from "./verify-pull.ts";
import { hashTrust } from "./wrapped-trust.ts";

/** Reports a restarted history, and how many records of this device were copied into it. */
export interface Renewal {
  readonly copies: number;
}

/** @param pulled - everything in the new history. */
export async function adoptRenewedHistory(keys: ScopeKeys, deps: ScopeDeps, cache: LocalCache, pulled: VerifiedPull): Promise<Renewal> {
  const common = await commonSeq(keys, deps, cache, pulled);
  const after = [...pulled.changed.values()].filter((record) => record !== null);
  const table = new RecordTable(after);
  const left = onlyOnThisDevice(cache.table.live.values(), common, new Map(after.map((record) => [record.id, record])));
  const copies = await deps.copies(keys, left, (id) => table.live.get(id)?.kind === "category");
  const trust = await trustOfBoth(deps, cache, pulled, common);
  if (copies.length === 0 && trust === null) {
    await cache.accept(pulled);
    return { copies: 0 };
  }
  const { state, head } = pulled;
  const changes = copies.map(({ change }) => change);
  const epochs = head.epochs ?? pulled.epochs ?? { cred: 1, recovery: 1 };
  const contents = { flags: head.flags | (await deps.flags()), epochs, trust: trust === null ? head.trust : await hashTrust(trust) };
  const next = await nextState({
    keys,
    state: { ...state, trust: trust ?? state.trust ?? null },
    table,
    changes,
    ...contents,
    deviceId: deps.deviceId,
    now: deps.now(),
  });
  await deps.call(api.vault.commit, { scope: keys.scopeId, baseSeq: state.seq, ...next.sealed, changes, ...(trust !== null && { trust }) });
  await cache.accept({ ...pulled, changed: new Map<string, KnownRecord | null>([...pulled.changed, ...next.changed]), ...onlyState(next) });
  return { copies: copies.filter(({ change }) => change.kind !== "category").length };
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
