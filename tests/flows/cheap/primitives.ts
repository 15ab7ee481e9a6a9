/**
 * Replaces packages/crypto's primitives in flows and attacks (vitest.config.ts): the same, but the two that are slow on purpose cost nothing.
 * A story registers three people and signs each in on two devices; what it proves does not depend on what a guess costs. Other cost parameters still give
 * another key. The real ones are tested by packages/crypto's own tests, by data of an earlier version, and in every journey.
 */
import { hmacSha256, pbkdf2 as truePbkdf2 } from "../../../packages/crypto/src/primitives.ts";

export * from "../../../packages/crypto/src/primitives.ts";

/** Everything that the true one depends on, in one text. */
const named = (...parts: readonly (Uint8Array | number)[]): Uint8Array =>
  new TextEncoder().encode(parts.map((part) => (typeof part === "number" ? part : Buffer.from(part).toString("hex"))).join(" "));

/** 32 bytes. */
export const argon2id = (password: Uint8Array, salt: Uint8Array, memoryKiB: number, passes: number): Promise<Uint8Array> =>
  hmacSha256(named(memoryKiB, passes), named(password, salt));

export const pbkdf2 = (password: Uint8Array, salt: Uint8Array, rounds: number, length: number): Promise<Uint8Array> =>
  truePbkdf2(password, named(salt, rounds), 1, length);
