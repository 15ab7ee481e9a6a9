/**
 * Seals the key of a scope to one person: the only sealing to a public key that the product has. It is an entry of its own, because one file of
 * the client alone may import it (GUARDED in tools/layers.mjs): the one that takes a `TrustedKey`.
 */
import { concat, toBase64Url } from "./encoding.ts";
import { FORM, type GrantTerms, infoOf, type SealedTerms, SIGNED, termsBytes } from "./grant.ts";
import { beginOf } from "./grant-begin.ts";
import { type Signer, sealTo } from "./identity.ts";
import { assertNotWiped, type SecretKey } from "./keys.ts";

/**
 * @param signer - of the sender that the terms name.
 * @throws RangeError when a public key is malformed, the key was wiped, or sender and recipient are the same.
 */
export async function sealGrant(
  { log = null, expiresAt, ...terms }: SealedTerms<GrantTerms>,
  key: SecretKey,
  signer: Signer,
): Promise<string> {
  if (terms.sender.accountId === terms.recipient.accountId) throw new RangeError("A key for oneself is wrapped, not granted");
  const said = { log, ...(expiresAt !== undefined && { expiresAt }) };
  const aad = await termsBytes(terms, said);
  const info = await infoOf(aad);
  assertNotWiped(key);
  const { enc, ct } = await sealTo({ publicKey: terms.recipient.publicKey, plaintext: key, info, aad });
  const signature = await signer.sign(concat(SIGNED, aad, enc, ct));
  return FORM.prefix + toBase64Url(concat(beginOf(said, FORM.suite), enc, ct, signature));
}
