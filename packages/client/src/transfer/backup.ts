/**
 * A backup under its own password: the complete export, wrapped. To open the file one needs the password, but neither account nor server.
 *
 *   { "format": "coffer-sealed-backup", "version": 1, "kdf": { "id": 1, "salt": base64url of 16 bytes }, "data": "1.…" }
 *   data = wrap(derivePasswordKey(password, salt), text, purpose backup, epoch 1, context("backup", u8(kdf id), salt))
 */
import {
  context,
  DecryptError,
  derivePasswordKey,
  fromBase64Url,
  KDF_ID,
  type Random,
  toBase64Url,
  u8,
  unwrap,
  wrap,
} from "@coffer/crypto";

const FORMAT = "coffer-sealed-backup";
const VERSION = 1;
const SALT_BYTES = 16;
const EPOCH = 1;

interface SealedBackup {
  readonly salt: Uint8Array;
  readonly data: string;
}

/** Takes as long as a sign-in. @param password not empty. @returns the text of the file. */
export async function sealBackup(text: string, password: string, random: Random): Promise<string> {
  const salt = random(SALT_BYTES);
  const key = await derivePasswordKey({ password, salt });
  const data = await wrap({ ...bindingOf(salt), key, bytes: new TextEncoder().encode(text), random });
  return `${JSON.stringify({ format: FORMAT, version: VERSION, kdf: { id: KDF_ID, salt: toBase64Url(salt) }, data }, null, 2)}\n`;
}

/** Whether a file is such a backup, so that its password is asked for. */
export const isSealedBackup = (file: string): boolean => readSealed(file) !== null;

/**
 * Takes as long as a sign-in.
 * @returns the text that was sealed; null when the file is something else, or of an unknown version or derivation.
 * @throws DecryptError when the password is wrong, or the file was changed.
 */
export async function openBackup(file: string, password: string): Promise<string | null> {
  const sealed = readSealed(file);
  if (!sealed) return null;
  if (password === "") throw new DecryptError();
  const { salt, data } = sealed;
  const key = await derivePasswordKey({ password, salt });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await unwrap({ ...bindingOf(salt), key, wrapped: data }));
}

const bindingOf = (salt: Uint8Array) => ({ purpose: "backup", epoch: EPOCH, context: context("backup", u8(KDF_ID), salt) }) as const;

/** The costs of the derivation are constants in the code; a file only names them. */
function readSealed(file: string): SealedBackup | null {
  try {
    const { format, version, kdf, data } = JSON.parse(file) as Record<string, unknown>;
    const { id, salt } = kdf as Record<string, unknown>;
    if (format !== FORMAT || version !== VERSION || id !== KDF_ID || typeof salt !== "string" || typeof data !== "string") return null;
    const bytes = fromBase64Url(salt);
    return bytes.length === SALT_BYTES ? { salt: bytes, data } : null;
  } catch {
    return null; // not JSON, or without the parts of a backup: some other file
  }
}
