/**
 * The vault key under a passkey: wrapped with a key made of the passkey's secret output, bound to the account, the RP ID, the passkey and the key epoch. So a server
 * can neither swap the copy nor keep one good beyond new keys (passkeys design §2.1).
 */
import {
  context,
  DecryptError,
  deriveKey,
  fromBase64Url,
  type SecretKey,
  secretKey,
  sha256,
  u32,
  unwrap,
  utf8,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";

export interface PasskeyBinding {
  readonly accountId: string;
  readonly rpId: string;
  /** base64url. */
  readonly id: string;
  readonly keyEpoch: number;
}

/** HMAC-secret of CTAP2. */
const PRF_BYTES = 32;

async function partsOf({ accountId, rpId, id }: PasskeyBinding): Promise<Uint8Array[]> {
  return [uuidToBytes(accountId), utf8(rpId), await sha256(fromBase64Url(id))];
}

/** @param prf - wiped by this, whatever happens */
async function keyOf(prf: Uint8Array, binding: PasskeyBinding): Promise<SecretKey> {
  try {
    if (prf.length !== PRF_BYTES) throw new DecryptError();
    return await deriveKey(prf, context("passkey-key", ...(await partsOf(binding))));
  } finally {
    prf.fill(0);
  }
}

const underPasskey = async (binding: PasskeyBinding) => ({
  purpose: "passkey" as const,
  epoch: binding.keyEpoch,
  context: context("passkey", ...(await partsOf(binding)), u32(binding.keyEpoch)),
});

/** @param prf - the passkey's secret output; wiped by this. */
export async function wrapForPasskey(prf: Uint8Array, vaultKey: SecretKey, binding: PasskeyBinding): Promise<string> {
  const key = await keyOf(prf, binding);
  try {
    return await wrap({ key, bytes: vaultKey, ...(await underPasskey(binding)) });
  } finally {
    key.fill(0);
  }
}

/** @param prf - as above. @throws DecryptError for another passkey, account, RP ID or epoch. */
export async function unwrapByPasskey(prf: Uint8Array, copy: string, binding: PasskeyBinding): Promise<SecretKey> {
  const key = await keyOf(prf, binding);
  try {
    const bytes = await unwrap({ key, wrapped: copy, ...(await underPasskey(binding)) });
    if (bytes.length !== 32) throw new DecryptError();
    const vaultKey = secretKey(bytes);
    bytes.fill(0);
    return vaultKey;
  } finally {
    key.fill(0);
  }
}
