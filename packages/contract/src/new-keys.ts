/** The body that replaces all keys, shared by a reset and by a renewal of the keys (security design §5). */
import { z } from "zod";
import { keepsVersions, write } from "./record.ts";
import { resealedBody } from "./resealed.ts";
import { Hex32, TrustText, Wrapped } from "./schemas.ts";
import { MAX_RECORDS } from "./vault.ts";

/** Ten thousand items of several kilobytes each, sealed. */
export const NEW_KEYS_MAX_BYTES = 256 * 1_048_576;

export const newKeysBody = {
  authKey: Hex32,
  encryptedVaultKey: Wrapped,
  /** The new vault key under the new recovery key; never a raw key (decision Z-01). */
  encryptionKey: Wrapped,
  recoveryAuthHash: Hex32,
  /** Every record, including the trash, with its next revision. */
  reEncryptedEntries: z.array(resealedBody).max(MAX_RECORDS),
  encryptedPrivateKey: Wrapped,
  /** The trust store under the new keys, if there is one. */
  trust: TrustText.optional(),
  keepsVersions,
  ...write,
};
