/** Vaults left behind by a reset without the recovery key: for 30 days whoever finds that key again gets everything back into the present vault. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { isRefusal } from "@coffer/contract/errors";
import { fromWire, type PutChange } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import { DecryptError, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type Keyring, type ScopeKeys, scopeKeys } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import { sealRecord } from "../sync/seal-record.ts";
import type { Contents } from "../types.ts";
import type { VaultDeps } from "../vault/vault.ts";
import { type Opened, openWhole } from "./rekey.ts";
import { openWithRecoveryKey } from "./reset.ts";

export interface DiscardedVault {
  /** Milliseconds since 1970. */
  readonly discardedAt: number;
  /** Items and vaults in it. */
  readonly count: number;
}

export interface DiscardedDeps extends VaultDeps {
  readonly keyring: () => Keyring;
  /** Opens what was written, so that lists show it. */
  readonly refresh: () => Promise<Contents>;
}

type Discarded = ReplyOf<typeof api.account.discardedVaults>["vaults"][number];

/** Records of one commit. */
const CHUNK = 200;

export type DiscardedRoom = ReturnType<typeof discardedRoom>;

export function discardedRoom(deps: DiscardedDeps) {
  const { call } = deps;
  const list = async (): Promise<readonly Discarded[]> => (await call(api.account.discardedVaults, {})).vaults;

  /** The one that this recovery key opens, opened and verified whole. */
  async function openDiscarded(recoveryKey: string, onDone: (done: number, total: number) => void): Promise<readonly Opened[]> {
    const { accountId, personalScopeId } = deps.keyring();
    for (const { recoveryEpoch, encryptedKey, keyEpoch, head, entries } of await list()) {
      try {
        const { vaultKey } = await openWithRecoveryKey(recoveryKey, { accountId, encryptedKey, recoveryEpoch });
        const keys = await scopeKeys(vaultKey, personalScopeId, keyEpoch);
        const records = entries.map((wire) => fromWire(wire.itemType, wire));
        return (await openWhole(keys, { head, records }, (count) => onDone(count, records.length))).all;
      } catch (error) {
        if (error instanceof DecryptError)
          throw new ClientError("A part of this vault does not verify. Nothing was restored.", { cause: error });
        if (!isRefusal(error, "invalid_recovery_key")) throw error; // of another discarded vault, perhaps
      }
    }
    throw new ClientError("No discarded vault belongs to this recovery key.");
  }

  async function restoreDiscarded(form: {
    readonly recoveryKey: string;
    readonly onProgress: (percent: number) => void;
  }): Promise<{ restored: number }> {
    const half = (done: number, total: number): number => Math.round((50 * done) / Math.max(total, 1));
    const opened = await openDiscarded(form.recoveryKey, (done, total) => form.onProgress(half(done, total)));
    const scope = await deps.scope();
    await scope.pull();
    // Vaults first: the items name them.
    const missing = opened.filter(({ record }) => !scope.records.has(record.id)).sort((a, b) => rank(a) - rank(b));
    const vaults = new Set(opened.filter(({ record }) => record.kind === "category").map(({ record }) => record.id));
    for (let start = 0; start < missing.length; start += CHUNK) {
      await restoreChunk(scope, missing.slice(start, start + CHUNK), vaults);
      form.onProgress(50 + half(start + CHUNK, missing.length));
    }
    await deps.refresh();
    form.onProgress(100);
    return { restored: missing.length };
  }

  async function restoreChunk(scope: Scope, chunk: readonly Opened[], vaults: ReadonlySet<string>): Promise<void> {
    await scope.commit(async () => {
      const changes = await Promise.all(chunk.map((one) => putAgain(deps, scope.keys, one, vaults)));
      return { changes, send: (write) => call(api.vault.commit, { ...write, changes }) };
    });
  }

  return {
    /** What is still kept, the newest first. */
    discardedVaults: async (): Promise<readonly DiscardedVault[]> =>
      (await list()).map(({ discardedAt, entries }) => ({ discardedAt, count: entries.length })),
    /** @throws ClientError when no discarded vault opens, or one does not verify: then nothing was written. */
    restoreDiscarded,
  };
}

const rank = ({ record }: Opened): number => (record.kind === "category" ? 0 : 1);

/** The record's next revision, under the keys of now. */
async function putAgain(
  { random, device }: DiscardedDeps,
  keys: ScopeKeys,
  { record, opened: { fields, createdAt, updatedAt } }: Opened,
  vaults: ReadonlySet<string>,
): Promise<PutChange> {
  const { id, kind, categoryId } = record;
  const next = { id, kind, revision: record.revision + 1, saveId: toHex(random(16)) };
  const sealed = await sealRecord(keys, { ...next, fields, createdAt, updatedAt, device });
  const place = categoryId !== null && vaults.has(categoryId) ? categoryId : null;
  return { op: "put", ...next, ...sealed, ...columnsOf(record), categoryId: place };
}
