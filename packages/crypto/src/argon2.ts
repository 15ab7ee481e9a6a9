/** Argon2id on the thread that calls it. A file of its own: where another thread computes it, a page loads only that thread's copy. */
import { argon2id } from "hash-wasm";

export interface Argon2Input {
  readonly password: Uint8Array;
  /** At least 8 bytes. */
  readonly salt: Uint8Array;
  readonly memoryKiB: number;
  readonly passes: number;
}

/** Version 1.3, one lane (RFC 9106). @returns 32 bytes. */
export function argon2Here({ password, salt, memoryKiB, passes }: Argon2Input): Promise<Uint8Array> {
  const cost = { memorySize: memoryKiB, iterations: passes, parallelism: 1 };
  return argon2id({ password, salt, ...cost, hashLength: 32, outputType: "binary" });
}
