/** Seals a key to a person: the only file that may use the sealing of @coffer/crypto (GUARDED in tools/layers.mjs). */
import type { GrantTerms, SealedTerms, SecretKey, Signer } from "@coffer/crypto";
import { sealGrant } from "@coffer/crypto/seal-grant";
import type { TrustedKey } from "./trusted-key.ts";

export const sealToPerson = (
  { accountId, publicKey }: TrustedKey,
  terms: SealedTerms<Omit<GrantTerms, "recipient">>,
  key: SecretKey,
  signer: Signer,
): Promise<string> => sealGrant({ ...terms, recipient: { accountId, publicKey } }, key, signer);
