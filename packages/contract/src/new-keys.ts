/** What new keys for everything bring: the same for a reset and for a renewal of the keys (security design §5). */
import { z } from "zod";
import { write } from "./record.ts";
import { resealedBody } from "./resealed.ts";
import { Hex32, TrustText, Wrapped } from "./schemas.ts";
import { MAX_RECORDS } from "./vault.ts";

/** Ten thousand items, each of several kilobytes sealed. */
export const NEW_KEYS_MAX_BYTES = 256 * 1_048_576;

export const newKeysBody = {
  authKey: Hex32,
  encryptedVaultKey: Wrapped,
  /** The new vault key under the new recovery key; never a raw key (decision Z-01). */
  encryptionKey: Wrapped,
  recoveryAuthHash: Hex32,
  /** Every record, those in the trash among them, with its next revision. */
  reEncryptedEntries: z.array(resealedBody).max(MAX_RECORDS),
  encryptedPrivateKey: Wrapped,
  /** The trust store under the new keys, where there is one. */
  trust: TrustText.optional(),
  ...write,
};
