/**
 * Replies that are compressed: lists of records, and nothing else.
 *
 * Note: Compression and secrets. The length of a compressed reply tells what repeats in it, so a secret must not be next to text that an attacker chooses and
 * changes at will (BREACH). Here they cannot: browsers send no credentials for us by themselves (a session is a header that only our own page sets), so no one
 * else can have the same reply sent again and again with other texts in it; replies that hold a token, a key or a code are none of these and stay as they are;
 * nothing of a request is repeated in a list; and what is in it was encrypted with a fresh nonce before, so no two texts of it have anything in common. What
 * becomes smaller is base64, names and ids.
 */
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance } from "fastify";

/** Sixteen times Node's own: a full vault goes to another thread forty times instead of six hundred. */
const CHUNK_BYTES = 262_144;

/**
 * Gives replies a way to be compressed (`reply.compress`) that none uses by itself. The lowest qualities: ciphertext does not get smaller by trying harder. Browsers
 * offer Brotli wherever they may keep keys; those that know Zstandard know Brotli too.
 */
export async function allowCompression(app: FastifyInstance): Promise<void> {
  const brotliOptions = { chunkSize: CHUNK_BYTES, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const zlibOptions = { chunkSize: CHUNK_BYTES, level: constants.Z_BEST_SPEED };
  await app.register(compress, { global: false, encodings: ["br", "gzip"], brotliOptions, zlibOptions });
}
