/** Public interface of the package: everything other packages may use. `derive` is deterministic, `generate` is random. */
export { context, contextAround } from "./context.ts";
export { type Credentials, deriveCredentials, derivePasswordKey, KDF_ID, normaliseEmail } from "./derive.ts";
export {
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
export { type GrantMessage, type GrantTerms, grantMessage, openGrant, type SealedTerms, safetyNumber, verifyGrant } from "./grant.ts";
export { endOfGrant } from "./grant-begin.ts";
export { derivePublicKey, fingerprint, generateIdentity, loadSealing, openSigner, type Signer, signingKeyOf, verify } from "./identity.ts";
export { generateInviteKey, proveInvited, verifyInvited } from "./invite-key.ts";
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
export { type LogPoint, logBytes, pointOf } from "./log-point.ts";
export { deriveBoundId, isBoundId, madeMessage } from "./maker-id.ts";
export { type RunArgon2, runArgon2By, sha1Hex, sha256 } from "./primitives.ts";
export type { Purpose } from "./purpose.ts";
export { generateId, type Random, randomBytes } from "./random.ts";
export { deriveRecoveryAuth, deriveRecoveryWrap, generateRecoveryKey, parseRecoveryKey } from "./recovery-key.ts";
export { open, seal } from "./seal.ts";
export { openTeamGrant, sealTeamGrant, teamGrantMessage, teamKeyCheck, verifyTeamGrant } from "./team-grant.ts";
export { hashHex, hashText } from "./text-hash.ts";
export { unwrap, wrap } from "./wrap.ts";
export { openerOf } from "./wrap-opener.ts";
export { writerMark } from "./writer-mark.ts";
