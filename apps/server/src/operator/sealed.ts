/**
 * Sealed backups: files of the format age (age-encryption.org/v1) for a key of the operator's, which this server has not. `age -d -i KEY FILE` opens one as well.
 *
 * What is sealed was verified before, from the same bytes; these are in DATA_DIR meanwhile, where the database is, and never in the folder of the backups. As no
 * one here can read a sealed file again, its SHA-256 is next to it, in a file as `sha256sum -c` reads it.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { ConfigError } from "../config.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import { renameDurably } from "./rename-durably.ts";

export const READ_BYTES = 1_048_576;

/** As every file of the format begins. */
const MAGIC = "age-encryption.org/v1\n";

export async function isSealed(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.subarray(0, bytesRead).toString("latin1") === MAGIC;
  } finally {
    await file.close();
  }
}

/** @returns the name of the file with its SHA-256 */
export const sumOf = (path: string): string => `${path}.sha256`;

/** A draft takes six hours at most (jobs/backups.ts); one before was left by a process that was killed. */
const DRAFT_MS = 6 * 3_600_000;

/** @param path - of the sealed backup @returns where it is written before */
export function draftOf(dataDir: string, path: string, now = Date.now()): string {
  const folder = join(dataDir, "unsealed");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) if (statSync(join(folder, name)).mtimeMs < now - DRAFT_MS) rmSync(join(folder, name));
  // Another one of that name may have been killed.
  return join(folder, `${randomBytes(4).toString("hex")}-${basename(path)}`);
}

/**
 * Writes `to` and its SHA-256; both are complete where `to` has its name.
 * @param recipient - like age1…
 * @throws ConfigError when it exists, or when what is read back is not what was written
 */
export async function seal(from: string, to: string, recipient: string): Promise<void> {
  if (existsSync(to)) throw new ConfigError(`${to} exists already. Choose another name; nothing was written.`);
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const sealed = (await encrypter.encrypt(streamOf(from))) as unknown as AsyncIterable<Uint8Array>;
  const part = `${to}.part`;
  rmSync(part, { force: true });
  try {
    const sum = await writeAll(sealed, part);
    if ((await hashOf(part)) !== sum) throw new ConfigError(`${to} could not be read back as it was written. There is no backup.`);
    await writeFile(sumOf(to), `${sum}  ${basename(to)}\n`, { mode: 0o600, flush: true });
    await renameDurably(part, to);
  } catch (error) {
    for (const path of [part, sumOf(to)]) rmSync(path, { force: true });
    throw error;
  }
}

/** The library knows the streams of browsers, whose types differ from those of Node. */
const streamOf = (path: string) =>
  Readable.toWeb(createReadStream(path, { highWaterMark: READ_BYTES })) as unknown as globalThis.ReadableStream<Uint8Array>;

async function writeAll(bytes: AsyncIterable<Uint8Array>, path: string): Promise<string> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** @throws DamagedBackupError when it no longer has the SHA-256 next to it, or has none */
export async function checkSealed(path: string): Promise<void> {
  const sum = await hashOf(path);
  if (!existsSync(sumOf(path))) throw new DamagedBackupError(`The file with its checksum, ${basename(sumOf(path))}, is gone.`);
  if (readFileSync(sumOf(path), "utf8").split(" ")[0] !== sum)
    throw new DamagedBackupError("This backup is damaged: it no longer has the checksum it was written with.");
}

/** As age-keygen writes it: the key in a line of its own, with comments. */
const KEY = /^AGE-SECRET-KEY-1[0-9A-Z]+$/m;

/** @param path - of a file with the key @throws ConfigError that never quotes it */
export function readIdentity(path: string): string {
  const no = (why: string, cause?: unknown) => new ConfigError(`${path}, which --identity names, ${why}.`, { cause });
  try {
    const [key] = KEY.exec(readFileSync(path, "utf8")) ?? [];
    if (key !== undefined) return key;
  } catch (error) {
    throw no(`could not be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
  throw no("holds no key: one is a line that begins with AGE-SECRET-KEY-1, as age-keygen writes it");
}

/** @param identity - like AGE-SECRET-KEY-1… @throws ConfigError when it opens nothing; while it is read, DamagedBackupError */
export async function* openSealed(path: string, identity: string | null): AsyncGenerator<Buffer> {
  if (identity === null)
    throw new ConfigError("This backup is sealed. Say which file has the key that opens it: --identity FILE. Nothing was changed.");
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new ConfigError("The key that --identity names is not complete, or misspelt.", { cause });
  }
  try {
    const opened = await decrypter.decrypt(streamOf(path));
    for await (const chunk of opened as unknown as AsyncIterable<Uint8Array>) yield Buffer.from(chunk);
  } catch (error) {
    throw toReason(error);
  }
}

function toReason(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code?.startsWith("E")) return error; // The disk.
  if (error instanceof Error && error.message.startsWith("no identity matched"))
    return new ConfigError("The key that --identity names does not open this backup: it was sealed for another one.", { cause: error });
  return new DamagedBackupError("This backup is damaged or cut off: it is no longer what was sealed.", { cause: error });
}
