/** The server's own keys, each derived from SERVER_SECRET for one use, and what is done with them. None of them opens anything in a vault. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Labels are frozen: another label is another key. */
const LABELS = {
  pepper: "auth-pepper",
  token: "session-token",
  prelogin: "prelogin-salt",
  hint: "password-hint",
  limits: "rate-limits",
  code: "mailed-codes",
  device: "known-devices",
  totp: "totp-secrets",
  recoveryCode: "two-factor-recovery-codes",
  mail: "outbox",
  audit: "audit-of-strangers",
  half: "session-halves",
  fingerprint: "fingerprint",
  firstAdmin: "first-admin-link",
  backup: "backups",
} as const;
type SecretName = keyof typeof LABELS;

/** 32 bytes each. */
export type Secrets = Readonly<Record<SecretName, Buffer>>;

export function deriveSecrets(serverSecret: string): Secrets {
  const derive = (label: string): Buffer => Buffer.from(hkdfSync("sha256", serverSecret, "", `coffer/server/${label}`, 32));
  return Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, derive(label)])) as Secrets;
}

export const hmac = (key: Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
/** A network address as the log names it: the same for the same address, and impossible to guess back without SERVER_SECRET. */
export const hashedAddress = ({ limits }: Secrets, address: string): string =>
  hmac(limits, `log\n${address}`).toString("base64url").slice(0, 12);
/** @param text - as UTF-8 */
export const sha256Hex = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
/** @param text - bytes in hex */
export const sha256OfHex = (text: string): string => createHash("sha256").update(text, "hex").digest("hex");
/** 32 random bytes as unpadded base64url, for links. */
export const generateToken = (): string => randomBytes(32).toString("base64url");

/** AES-256-GCM of a short text that the server itself must read again: base64url of nonce 12 ‖ tag 16 ‖ ciphertext, bound to its owner. */
export function encryptForServer(key: Buffer, owner: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** @throws when the key or the owner is another, or a byte has changed. */
export function decryptForServer(key: Buffer, owner: string, stored: string): string {
  const bytes = Buffer.from(stored, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
