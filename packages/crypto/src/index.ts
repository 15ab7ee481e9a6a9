/** The front door of the keys: everything other packages may use. `derive` is deterministic, `generate` is random. */
export { context, LABELS, type Label } from "./context.ts";
export { type Credentials, deriveCredentials, derivePasswordKey, KDF_ID, KEY_ROUNDS, normaliseEmail } from "./derive.ts";
export {
  bytesToUuid,
  concat,
  equalBytes,
  fromBase64Url,
  fromHex,
  toBase64Url,
  toHex,
  u8,
  u32,
  u64,
  utf8,
  uuidToBytes,
} from "./encoding.ts";
export { DecryptError } from "./errors.ts";
export { derivePublicKey, fingerprint, generateIdentity, openFrom, sealTo, sign, verify } from "./identity.ts";
export {
  deriveFieldKey,
  deriveHeadKey,
  deriveKey,
  deriveSymmetricKey,
  type FieldKey,
  generateKey,
  type SecretKey,
  secretKey,
} from "./keys.ts";
export { hmacSha256, sha256 } from "./primitives.ts";
export { PURPOSES, type Purpose } from "./purpose.ts";
export { generateId, type Random, randomBytes } from "./random.ts";
export { deriveRecoveryAuth, deriveRecoveryWrap, generateRecoveryKey, parseRecoveryKey } from "./recovery-key.ts";
export { open, seal } from "./seal.ts";
export { unwrap, wrap } from "./wrap.ts";
