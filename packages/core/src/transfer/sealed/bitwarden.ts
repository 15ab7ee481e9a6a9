/** Bitwarden's password-protected JSON. */
import { isRecord, type Json, textOf } from "../formats/json.ts";
import { argon2, fromBase64, hmacSha256, isSame, openAesCbc, pbkdf2Sha256, SealedError, sha256, utf8 } from "./keys.ts";

const WRONG_PASSWORD = "This password does not open the file. Please try again.";
const ACCOUNT_KEY =
  "This Bitwarden file is encrypted for the account it is from and opens nowhere else; please export it again as .json, or with a password of its own.";
const DAMAGED = "This Bitwarden file is damaged and cannot be opened.";

/** @returns null when it is not an encrypted Bitwarden file. @throws SealedError when only Bitwarden itself can open it. */
export function sealedBitwarden(file: unknown): Json | null {
  if (!isRecord(file) || file.encrypted !== true) return null;
  if (file.passwordProtected === true) return typeof file.data === "string" ? file : null;
  if (Array.isArray(file.items) || "encKeyValidation_DO_NOT_EDIT" in file) throw new SealedError(ACCOUNT_KEY);
  return null;
}

/** @returns the decrypted JSON. @throws SealedError */
export async function openBitwarden(file: Json, password: string): Promise<string> {
  const key = await keyOf(file, password);
  const [enc, mac] = await Promise.all(["enc", "mac"].map((info) => hmacSha256(key, utf8(info), Uint8Array.of(1))));
  const parts = /^2\.([^|]+)\|([^|]+)\|(.+)$/.exec(textOf(file.data))?.slice(1).map(fromBase64);
  const [iv, text, tag] = parts ?? [];
  if (!enc || !mac || !iv || !text || !tag) throw new SealedError(DAMAGED);
  if (!isSame(await hmacSha256(mac, iv, text), tag)) throw new SealedError(WRONG_PASSWORD, true);
  const opened = await openAesCbc(enc, iv, text);
  if (!opened) throw new SealedError(DAMAGED);
  return new TextDecoder().decode(opened);
}

const ARGON2ID = 1;
const ITERATIONS_MAX = 10_000_000;

async function keyOf({ salt, kdfType, kdfIterations, kdfMemory, kdfParallelism }: Json, password: string): Promise<Uint8Array> {
  const iterations = Number(kdfIterations);
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > ITERATIONS_MAX) throw new SealedError(DAMAGED);
  const saltBytes = utf8(textOf(salt));
  if (kdfType !== ARGON2ID) return pbkdf2Sha256(password, saltBytes, iterations);
  const cost = { type: "id", memoryKib: Number(kdfMemory) * 1024, iterations, parallelism: Number(kdfParallelism) } as const;
  return argon2(utf8(password), await sha256(saltBytes), cost);
}
