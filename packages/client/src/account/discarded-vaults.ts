/** Vaults discarded by a reset without the recovery key: for 30 days that key brings everything back into the current vault. */
import { api } from "@coffer/contract/api";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { isRefusal } from "@coffer/contract/errors";
import { fromWire } from "@coffer/contract/record";
import { columnsOf } from "@coffer/contract/record-columns";
import { DecryptError, deriveSymmetricKey, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { openedAs, sealRecord } from "../sync/seal-record.ts";
import { commit } from "../vault/context.ts";
import { type SealedWrite, sendTogether } from "../vault/record-writes.ts";
import { openWithRecoveryKey, refuseOlderCopy } from "./build-reset.ts";
import type { AccountContext } from "./context.ts";
import { openOwnSigner } from "./credentials.ts";
import { type Opened, openWholeScope } from "./reseal-scope.ts";

export interface DiscardedVault {
  /** Milliseconds since 1970. */
  readonly discardedAt: number;
  /** Items and vaults in it, without its trash. */
  readonly count: number;
}

type Discarded = ReplyOf<typeof api.account.discardedVaults>["vaults"][number];

/** Records per commit. */
const CHUNK = 200;

const list = async ({ call }: AccountContext): Promise<readonly Discarded[]> => (await call(api.account.discardedVaults, {})).vaults;

/** Those that can still be restored, newest first. */
export const discardedVaults = async (context: AccountContext): Promise<readonly DiscardedVault[]> =>
  (await list(context)).map(({ discardedAt, entries }) => ({
    discardedAt,
    count: entries.filter(({ deleted_at }) => deleted_at === null).length,
  }));

interface RestoreForm {
  /** As typed. */
  readonly recoveryKey: string;
  /** Whole percents, from 0 to 100. */
  readonly onProgress: (percent: number) => void;
}

/** Existing records stay as they are. @throws ClientError when no discarded vault opens, or one does not verify: then nothing was written. */
export async function restoreDiscarded(context: AccountContext, form: RestoreForm): Promise<{ restored: number }> {
  const half = (done: number, total: number): number => Math.round((50 * done) / Math.max(total, 1));
  const opened = await openDiscarded(context, form.recoveryKey, (done, total) => form.onProgress(half(done, total)));
  const scope = await context.vault.scope();
  await scope.pull();
  // Vaults first: the items refer to them.
  const isThere = ({ record }: Opened): boolean => scope.records.has(record.id) || scope.trashed.has(record.id);
  const missing = opened.filter((one) => !isThere(one)).sort((a, b) => rank(a) - rank(b));
  const vaults = new Set(opened.filter(({ record }) => record.kind === "category").map(({ record }) => record.id));
  for (let start = 0; start < missing.length; start += CHUNK) {
    const chunk = missing.slice(start, start + CHUNK);
    await commit(context.vault, async ({ keys }) =>
      sendTogether(context.vault.call, await Promise.all(chunk.map((one) => putAgain(context, keys, one, vaults)))),
    );
    form.onProgress(50 + half(start + CHUNK, missing.length));
  }
  await context.vault.shown.refresh();
  form.onProgress(100);
  return { restored: missing.length };
}

type OnDone = (done: number, total: number) => void;

/** The live records of the discarded vault that this recovery key opens, verified completely; its trash is not restored. */
async function openDiscarded(context: AccountContext, recoveryKey: string, onDone: OnDone): Promise<readonly Opened[]> {
  for (const discarded of await list(context)) {
    try {
      const all = await openOne(context, discarded, recoveryKey, onDone);
      return all.filter(({ record }) => record.trashedAt === null);
    } catch (error) {
      if (error instanceof DecryptError)
        throw new ClientError("A part of this vault does not verify. Nothing was restored.", { cause: error });
      if (!isRefusal(error, "invalid_recovery_key")) throw error; // the key may belong to another discarded vault
    }
  }
  throw new ClientError("No discarded vault belongs to this recovery key.");
}

/** Its heads are signed by the identity it had, which its own keys open. @throws AppError invalid_recovery_key; DecryptError; IntegrityError. */
async function openOne({ sessions, now }: AccountContext, discarded: Discarded, recoveryKey: string, onDone: OnDone) {
  const { accountId, personalScopeId: scopeId } = sessions.keyring;
  const { keyEpoch, recoveryEpoch, head } = discarded;
  const { vaultKey } = await openWithRecoveryKey(recoveryKey, { accountId, ...discarded });
  const symmetricKey = await deriveSymmetricKey(vaultKey, accountId, keyEpoch);
  const signer = await openOwnSigner({ accountId, keyEpoch, symmetricKey }, discarded.encryptedPrivateKey);
  const keys = await scopeKeys({ key: vaultKey, scopeId, epoch: keyEpoch, signer });
  const records = discarded.entries.map((wire) => fromWire(wire.itemType, wire));
  const opened = await openWholeScope(keys, { head, records }, { now: now(), onDone: (count) => onDone(count, records.length) });
  refuseOlderCopy(opened.head, recoveryEpoch);
  for (const key of [vaultKey, symmetricKey]) key.fill(0);
  return opened.all;
}

const rank = ({ record }: Opened): number => (record.kind === "category" ? 0 : 1);

/** The record's next revision, under the current keys. */
async function putAgain(
  { random, device }: AccountContext,
  keys: ScopeKeys,
  { record, opened: { fields, createdAt, updatedAt } }: Opened,
  vaults: ReadonlySet<string>,
): Promise<SealedWrite> {
  const { id, kind, categoryId } = record;
  const next = { id, kind, revision: record.revision + 1, saveId: toHex(random(16)) };
  const content = { ...next, fields, createdAt, updatedAt, device };
  const place = categoryId !== null && vaults.has(categoryId) ? categoryId : null;
  const unsealed = { ...columnsOf(record), categoryId: place };
  return {
    change: { op: "put", ...next, ...(await sealRecord(keys, content)), ...unsealed },
    saved: { id, kind, saveId: next.saveId, ...openedAs(content) },
    rights: keys.rights,
  };
}
