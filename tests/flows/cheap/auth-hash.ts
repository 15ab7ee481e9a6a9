/** Replaces the server's Argon2 in flows (vitest.config.ts): the same function at its lowest cost. */
import { createRequire } from "node:module";

interface Argon2 {
  hash(password: string, options: object): Promise<string>;
  verify(stored: string, password: string, options: object): Promise<boolean>;
}
const theTrueOne = createRequire(new URL("../../../apps/server/package.json", import.meta.url))("@node-rs/argon2") as Argon2;

export const { verify } = theTrueOne;
export const hash: Argon2["hash"] = (password, options) => theTrueOne.hash(password, { ...options, memoryCost: 8, timeCost: 1 });
