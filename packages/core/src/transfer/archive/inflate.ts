/** Streaming decompression by the platform, so that a zip bomb is detected before it is unpacked. */
import { damagedArchive, type UnpackBudget } from "./limits.ts";

/** @throws ArchiveError when it is damaged or too large. */
export async function inflate(bytes: Uint8Array, form: "gzip" | "deflate-raw", budget: UnpackBudget): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const reader = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream(form)).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw damagedArchive();
    });
    if (done) return joined(pieces);
    try {
      budget.spend(value.length);
    } catch (error) {
      await reader.cancel().catch(() => undefined); // already failed
      throw error;
    }
    pieces.push(value);
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
