/**
 * Replies that may be long: read from one snapshot of the database and sent in pieces, so that no one else waits for the whole of one, and no reply is
 * ever in memory as a whole.
 *
 * Note: Filter of a long reply. Everything but the rows passes the contract's filter, as in any reply. Rows are made from fixed lists of names (`toWire` in
 * contract/record.ts), which let nothing else out; parsing ten thousand of our own rows once more took longer than reading them (finding O9).
 */
import { PassThrough, pipeline as pipelineOf, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import type { WireRecord } from "@coffer/contract/record";
import type { FastifyReply } from "fastify";
import type { z } from "zod";
import type { Tx } from "../db/connect.ts";
import { actingFor } from "../db/row-level-security.ts";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";

/** A list of a reply whose rows are read while it is sent: as JSON texts of several each, separated by commas. Each is sent on a line of its own, see Note: Lists in lines (contract). */
export class StreamedRows {
  readonly read: () => AsyncIterable<string>;

  constructor(read: StreamedRows["read"]) {
    this.read = read;
  }
}

/** The same for a list whose entries hold such lists themselves: each is made when it is sent, and passes the filter then. */
export class StreamedObjects {
  readonly schema: z.ZodType;
  readonly read: () => AsyncIterable<unknown>;

  constructor(schema: z.ZodType, read: StreamedObjects["read"]) {
    this.schema = schema;
    this.read = read;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Some of the database's pieces, so that it reads the next while the last one is compressed. */
const AHEAD_BYTES = 1_048_576;

/** JSON text on its way to what compresses it. */
export class JsonStream extends PassThrough {
  /** How much the reader has taken, as it is sent. */
  taken = (): number => 0;

  constructor() {
    super({ highWaterMark: AHEAD_BYTES });
    // The reader gets the error too; without a reader it must not end the process.
    this.on("error", () => undefined);
  }
}

/** Five full vaults of a usual size, compressed. */
const KEPT_BYTES = 32 * 1_048_576;

/** The compressor's is of another class. */
export const isStream = (payload: unknown): payload is Readable => isObject(payload) && typeof payload.pipe === "function";

/** What a slow reader has not taken yet waits here compressed, half as long as what was read: no transaction waits for it. */
export function bufferForReader(sent: Readable): Readable {
  const kept = new PassThrough({ highWaterMark: KEPT_BYTES });
  pipelineOf(sent, kept, () => undefined); // each learns of the other's end, and so does the sender
  return kept;
}

/** A reader who takes nothing for so long has gone, or means harm. */
const TAKES_NOTHING_MS = 60_000;

/** What has left for the reader on this connection. */
const sentTo = ({ raw: { socket } }: FastifyReply): number => (socket ? socket.bytesWritten - socket.writableLength : 0);

/** @param takesNothingMs - shorter in tests */
export function sendStream(reply: FastifyReply, pieces: JsonStream, takesNothingMs = TAKES_NOTHING_MS): FastifyReply {
  reply.raw.setTimeout(takesNothingMs, () => reply.raw.destroy());
  const before = sentTo(reply);
  pieces.taken = () => sentTo(reply) - before;
  reply.type("application/json; charset=utf-8").compress(pieces);
  return reply;
}

/** With `StreamedRows` or `StreamedObjects` in place of lists, which are read only while they are sent. */
type Streamable<Reply> = Reply extends readonly (WireRecord | Titled)[]
  ? Reply | StreamedRows | StreamedObjects
  : Reply extends object
    ? { readonly [Name in keyof Reply]: Streamable<Reply[Name]> }
    : Reply;

/** What is chosen from by its name. */
interface Titled {
  readonly id: string;
  readonly name: string;
}

/**
 * @param build - the reply, read in one snapshot, which stays open until the last row is read
 * @returns once `build` has succeeded: what it refuses is a normal refusal. A later failure breaks the connection, which a reader cannot mistake for an end.
 */
export async function streamReply<Reply>(
  { db, log, concurrency }: Deps,
  schema: z.ZodType<Reply>,
  build: (tx: Tx) => Promise<Streamable<Reply>>,
): Promise<JsonStream> {
  const leaveSlots = await acquireReadSlots(concurrency);
  const pieces = new JsonStream();
  const letGo = concurrency.readers.hold(pieces, actingFor());
  const leave = (): void => {
    letGo();
    leaveSlots();
  };
  return new Promise((resolve, reject) => {
    const send = async (tx: Tx): Promise<void> => {
      const reply = await build(tx);
      const filtered = schema.parse(withoutRows(reply));
      resolve(pieces);
      await pipeline(textOf(reply, filtered), pieces);
    };
    db.transaction(send, { isolationLevel: "repeatable read", accessMode: "read only" })
      .catch((error: unknown) => {
        reject(error);
        // A reader who hung up does not want the rest.
        if (!pieces.destroyed) log.error("reply.broken", errorFields(error));
        pieces.destroy(error instanceof Error ? error : undefined);
      })
      .finally(leave);
  });
}

/** The account's own slot first, so that no account can hold all slots. */
async function acquireReadSlots({ read, readOfOne, readers }: Deps["concurrency"]): Promise<() => void> {
  const leaveOwn = await readers.wait(readOfOne.acquire(actingFor()), actingFor());
  try {
    const leave = await readers.wait(read.acquire(""), null);
    return () => {
      leave();
      leaveOwn();
    };
  } catch (error) {
    leaveOwn();
    throw error;
  }
}

function withoutRows(value: unknown): unknown {
  if (value instanceof StreamedRows || value instanceof StreamedObjects) return [];
  if (Array.isArray(value)) return value.map(withoutRows);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRows(one)])) : value;
}

const holdsRows = (value: unknown): boolean =>
  value instanceof StreamedRows || value instanceof StreamedObjects || (isObject(value) && Object.values(value).some(holdsRows));

/** @param value - says where rows are; everything else is taken from what passed the filter. */
async function* textOf(value: unknown, filtered: unknown): AsyncGenerator<string> {
  if (value instanceof StreamedRows) yield* textOfRows(value);
  else if (value instanceof StreamedObjects) yield* textOfObjects(value);
  else if (!isObject(value) || !isObject(filtered) || !holdsRows(value)) yield JSON.stringify(filtered);
  else {
    const isList = Array.isArray(filtered);
    let before = isList ? "[" : "{";
    for (const [name, one] of Object.entries(filtered)) {
      if (one === undefined) continue;
      yield isList ? before : `${before}${JSON.stringify(name)}:`;
      yield* textOf(value[name], one);
      before = ",";
    }
    yield `${before === "," ? "" : before}${isList ? "]" : "}"}`;
  }
}

async function* textOfObjects({ schema, read }: StreamedObjects): AsyncGenerator<string> {
  let before = "[";
  for await (const one of read()) {
    yield before;
    yield* textOf(one, schema.parse(withoutRows(one)));
    before = ",";
  }
  yield before === "," ? "]" : "[]";
}

async function* textOfRows({ read }: StreamedRows): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of read()) {
    yield `${before}\n${rows}\n`;
    before = ",";
    await setImmediate(); // others first
  }
  yield before === "," ? "]" : "[]";
}
