/**
 * The file of a backup: SQL text as `psql` reads it, so that it can be read without this program.
 *
 *     -- Coffer backup {"format":1,"version":"0.1.0","schema":1795316000009,"at":"2026-11-22T05:30:00.000Z"}
 *     COPY "public"."role" ("id", "name") FROM stdin;
 *     1	Super Admin
 *     \.
 *     -- End {"rows":{"role":1},"sha256":"…","mac":"…"}
 *
 * With a name that ends in .gz it is compressed as gzip does it: `zcat FILE` shows the text. One that ends in .age is sealed around that (sealed.ts).
 *
 * The SHA-256 covers every byte before the last line; the MAC of the last line is made with the server's secret, so that no one else can make a backup.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ConfigError } from "../config.ts";
import { hmac } from "../secrets.ts";
import { DamagedBackupError } from "./damaged-backup.ts";
import { isSealed, openSealed, READ_BYTES } from "./sealed.ts";

const FORMAT = 1;
const BEGIN = "-- Coffer backup ";
const END = "-- End ";

export interface Header {
  readonly format: number;
  /** Of the program that wrote it. */
  readonly version: string;
  /** Of the tables. */
  readonly schema: number;
  /** ISO 8601. */
  readonly at: string;
}

type Rows = Readonly<Record<string, number>>;

export const headerLine = (header: Omit<Header, "format">): string => `${BEGIN}${JSON.stringify({ format: FORMAT, ...header })}\n`;

/** @param key - 32 bytes @param sha256 - in hex, of everything before this line */
export const endLine = (key: Buffer, rows: Rows, sha256: string): string =>
  `${END}${JSON.stringify({ rows, sha256, mac: macOf(key, rows, sha256).toString("hex") })}\n`;

const macOf = (key: Buffer, rows: Rows, sha256: string): Buffer => hmac(key, JSON.stringify([rows, sha256]));

export const beginLine = (copy: string): string => `${copy} FROM stdin;\n`;
export const TABLE_END = "\\.\n";

interface End {
  readonly rows: Rows;
  readonly sha256: string;
  readonly mac: string;
}

export interface Checked {
  readonly header: Header;
  /** How many rows of each table it holds. */
  readonly rows: Rows;
}

const CUT_OFF = "This backup ends in the middle: it was cut off, or is still being written.";
const DAMAGED = "This backup is damaged: it no longer has the checksum it was written with.";
const OTHER_SECRET =
  "This backup was made by a server with another SERVER_SECRET, and with the present one no one in it could sign in. Set SERVER_SECRET to that one, or copy its file server-secret into DATA_DIR.";

/**
 * Reads the file to its end and writes nothing.
 * @param key - 32 bytes, of the server's secret
 * @param identity - what opens a sealed one
 * @throws ConfigError when it is no backup, is cut off, damaged or another server's, or sealed for another key
 */
export async function checkBackup(path: string, key: Buffer, identity: string | null = null): Promise<Checked> {
  let first: string | null = null;
  const lines = linesOf(path, key, identity);
  for (;;) {
    const { value, done } = await lines.next();
    if (done) return { header: toHeader(first ?? ""), rows: value.rows };
    if (first === null) {
      first = value.subarray(0, 500).toString();
      toHeader(first);
    }
  }
}

/**
 * Every line but the last, each with its line feed; the last one is checked and returned.
 * @throws ConfigError at the end, when what was read is not what was written
 */
export async function* linesOf(path: string, key: Buffer, identity: string | null = null): AsyncGenerator<Buffer, End> {
  const hash = createHash("sha256");
  let held: Buffer | null = null;
  let isFirst = true;
  for await (const line of splitLines(path, identity)) {
    if (held) {
      isFirst = false;
      hash.update(held);
      yield held;
    }
    held = line;
  }
  const last = held?.toString() ?? "";
  if (isFirst) toHeader(last);
  if (!last.startsWith(END) || !last.endsWith("\n")) throw new DamagedBackupError(CUT_OFF);
  const end = parse<End>(last.slice(END.length));
  if (end === null || end.sha256 !== hash.digest("hex")) throw new DamagedBackupError(DAMAGED);
  const mac = Buffer.from(end.mac ?? "", "hex");
  const expected = macOf(key, end.rows, end.sha256);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) throw new ConfigError(OTHER_SECRET);
  return end;
}

/** As every file that gzip has written begins. */
const GZIP = "1f8b";

/** What was written, also where it was compressed then, or sealed; earlier versions never did. */
async function* chunksOf(path: string, identity: string | null): AsyncGenerator<Buffer> {
  const bytes = (await isSealed(path)) ? openSealed(path, identity) : plainOf(path);
  try {
    const { value: first, done } = await bytes.next();
    if (done) return;
    const all = startingWith(first, bytes);
    yield* first.subarray(0, 2).toString("hex") === GZIP ? unpacked(all) : all;
  } finally {
    await bytes.return(undefined);
  }
}

async function* plainOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  const read = pipeline(Readable.from(bytes), gunzip).catch(() => undefined); // The loop below meets it too.
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!code.startsWith("Z_")) throw error;
    throw new DamagedBackupError(code === "Z_BUF_ERROR" ? CUT_OFF : DAMAGED, { cause: error });
  } finally {
    gunzip.destroy();
    await read;
  }
}

/** Lines with their line feed; the last one perhaps without. */
async function* splitLines(path: string, identity: string | null): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunksOf(path, identity)) {
    let start = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      const part = chunk.subarray(start, at + 1);
      yield rest.length === 0 ? part : Buffer.concat([...rest, part]);
      rest = [];
      start = at + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

function toHeader(line: string): Header {
  const header = line.startsWith(BEGIN) ? parse<Header>(line.slice(BEGIN.length)) : null;
  if (header === null) throw new DamagedBackupError("This file is not a backup of this product.");
  if (header.format !== FORMAT)
    throw new ConfigError(
      `This backup was made by version ${header.version}, in a format that this version does not read. Restore it with that one.`,
    );
  return header;
}

function parse<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
