/** What a sign-in cannot do without: the keys from a master password, and nothing else. */
import { deriveCredentials, KDF_ID } from "../../packages/crypto/src/index.ts";

const TYPED = { password: "Correct-Horse-Bench-1!", email: "bench@example.com", salt: new Uint8Array(16).fill(7), kdfId: KDF_ID };

/** @returns milliseconds of each run but the first, which warms up. */
export async function timeBareKeys(runs) {
  const times = [];
  for (let run = -1; run < runs; run++) {
    const startedAt = performance.now();
    await deriveCredentials(TYPED);
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}
