/**
 * Stands in for hash-wasm in flows (vitest.config.ts): the real function, but the same password with the same salt is hashed once. People register, sign
 * in on three devices and unlock with one password: half of a flow's time went into the same hashes again.
 */
import { createRequire } from "node:module";
import type { argon2id as Argon2id, IArgon2Options } from "hash-wasm";

/** Past the stand-in, which this file is. */
const real = createRequire(import.meta.url)("hash-wasm") as { argon2id: typeof Argon2id };
const known = new Map<string, Promise<Uint8Array>>();

type Options = IArgon2Options & { readonly outputType: "binary" };

/** @returns a copy: whoever asks wipes it after use. */
export async function argon2id(options: Options): Promise<Uint8Array> {
  const name = JSON.stringify(options, (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value));
  const hash = known.get(name) ?? real.argon2id(options);
  known.set(name, hash);
  return (await hash).slice();
}
