/**
 * What this device caches of shared scopes in addition to their records, so that they are there before the server answers: their list, and the
 * grants that open scopes of others. Stored as received and sealed under the symmetric key, so that someone who has the disk does not
 * learn who shares with whom.
 */
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import { context, DecryptError, u32, unwrap, uuidToBytes, wrap } from "@coffer/crypto";
import type { Keyring } from "../keyring.ts";
import type { RecordStore } from "../types.ts";
import { placeOfShares } from "./missing-shares.ts";

export interface CachedShares {
  readonly listed: readonly SharedScope[];
  readonly rows: readonly SharedItem[];
}

/** No scope has so many pieces. */
const INDEX = 0xff_ff_ff_ff;

const sealing = ({ symmetricKey, accountId, personalScopeId, keyEpoch }: Keyring) => ({
  key: symmetricKey,
  purpose: "cache" as const,
  epoch: keyEpoch,
  context: context("cache", uuidToBytes(accountId), uuidToBytes(personalScopeId), u32(INDEX)),
});

/** Losing it only costs the shared items while offline. */
export async function writeCachedShares(records: RecordStore, keyring: Keyring, shares: CachedShares): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(shares));
  const wrapped = shares.listed.length === 0 ? [] : [await wrap({ ...sealing(keyring), bytes })];
  await records.writeOverviews(placeOfShares(keyring.personalScopeId), wrapped).catch(() => undefined);
}

/** @returns null when there is none, or when it was sealed under keys that have been replaced. */
export async function readCachedShares(records: RecordStore, keyring: Keyring): Promise<CachedShares | null> {
  const [wrapped] = await records.readOverviews(placeOfShares(keyring.personalScopeId));
  if (wrapped === undefined) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await unwrap({ ...sealing(keyring), wrapped }))) as CachedShares;
  } catch (error) {
    if (error instanceof DecryptError) return null;
    throw error;
  }
}
