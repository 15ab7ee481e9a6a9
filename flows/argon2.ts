/**
 * Stands in for hash-wasm in flows (vitest.config.ts): the same function with the same costs, but compiled for this machine, which takes a third of the
 * time, and the same password with the same salt is hashed once. People register, sign in on three devices and unlock with one password.
 */
import { createRequire } from "node:module";
import type { IArgon2Options } from "hash-wasm";

type HashRaw = (
  password: Uint8Array,
  options: { salt: Uint8Array; memoryCost: number; timeCost: number; parallelism: number; outputLen: number },
) => Promise<Uint8Array>;

/** The library of the server; its algorithm is Argon2id unless said otherwise. */
const { hashRaw } = createRequire(new URL("../apps/server/package.json", import.meta.url))("@node-rs/argon2") as { hashRaw: HashRaw };
const known = new Map<string, Promise<Uint8Array>>();

type Options = IArgon2Options & { readonly outputType: "binary"; readonly password: Uint8Array; readonly salt: Uint8Array };

/** @returns a copy: whoever asks wipes it after use. */
export async function argon2id(options: Options): Promise<Uint8Array> {
  const name = JSON.stringify(options, (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value));
  const hash = known.get(name) ?? hashNatively(options);
  known.set(name, hash);
  return new Uint8Array(await hash);
}

const hashNatively = ({ password, salt, memorySize, iterations, parallelism, hashLength }: Options): Promise<Uint8Array> =>
  hashRaw(password, { salt, memoryCost: memorySize, timeCost: iterations, parallelism, outputLen: hashLength });
