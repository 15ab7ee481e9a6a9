/**
 * Brings back what this account shares after a restored backup, on the owner's request (security design §4, "Repair"). Where the server went back behind a change of the
 * key, what this device has is under a later key than the server knows: the history goes on from the server's state, under a key that no one has who lost access since, and
 * then what this device has takes its place.
 */
import { ClientError } from "../errors.ts";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import { readStored } from "../sync/stored-scope.ts";
import type { KnownRecord } from "../types.ts";
import { resealForScope } from "../vault/move-records.ts";
import { pull } from "../vault/read.ts";
import { isRepairable } from "../vault/repair.ts";
import type { SharingContext } from "./context.ts";
import { reconcile } from "./reconcile.ts";
import { withUsed } from "./spent-keys.ts";
import { changeTrust, keyIn, readTrust } from "./trust-store.ts";

const LEFT =
  "Your own vault is up to date again, but not all of what you share could be brought back yet. Nothing of it is lost on this device: please try once more.";

/** @throws ClientError where something is left to be done */
export function restoreShared(context: SharingContext): Promise<void> {
  return context.oneAtATime(async () => {
    await pull(context);
    const failed: unknown[] = [];
    const each = async <One>(all: readonly One[], work: (one: One) => Promise<void>): Promise<void> => {
      for (const one of all) await work(one).catch((error: unknown) => failed.push(error));
      if (all.length > 0) await pull(context);
    };
    const troubled = (await context.scopes()).filter(isTroubled);
    const kept = (await Promise.all(troubled.map((scope) => keptUnderLaterKey(context, scope)))).filter((one) => one !== null);
    if (kept.length > 0)
      await changeTrust(context, (store) =>
        withUsed(
          store,
          kept.map(({ keys }) => keys),
        ),
      );
    await each(troubled, (scope) => scope.repair());
    // The next keys are drawn: someone may have lost access to what the server has.
    if (kept.length > 0) await reconcile(context).catch((error: unknown) => failed.push(error));
    await each(kept, (one) => putBack(context, one));
    if (failed.length > 0) throw new ClientError(LEFT, { cause: failed[0] });
  });
}

const isTroubled = ({ keys: { rights }, trouble }: Scope): boolean =>
  rights.kind !== "personal" && rights.isOwner && trouble !== null && isRepairable(trouble);

async function putBack(context: SharingContext, { keys, records }: Kept): Promise<void> {
  const now = (await context.scopes()).find((one) => one.keys.scopeId === keys.scopeId);
  if (!now || now.keys.epoch <= keys.epoch) throw new ClientError(LEFT);
  const sealed = await resealForScope(context, records, { from: keys, to: now.keys });
  keys.headKey.fill(0);
  await now.repair(sealed.map(({ known }) => known));
}

interface Kept {
  readonly keys: ScopeKeys;
  readonly records: readonly KnownRecord[];
}

/** What this device has stored of a scope that the server has under an earlier key. */
async function keptUnderLaterKey(context: SharingContext, { keys }: Scope): Promise<Kept | null> {
  const { scopeId, epoch, signer, rights } = keys;
  const stored = await readStored(context.records, scopeId);
  if (!stored || stored.state.epoch <= epoch) return null;
  const key = keyIn(await readTrust(context), scopeId, stored.state.epoch);
  if (!key) return null;
  const later = await scopeKeys({ key, scopeId, epoch: stored.state.epoch, signer, rights });
  key.fill(0);
  return { keys: later, records: stored.records };
}
