/** Stands in for the server's Argon2 in flows and attacks (vitest.config.ts): the same function at the lowest cost it takes. */
import { createRequire } from "node:module";

interface Argon2 {
  hash(password: string, options: object): Promise<string>;
  verify(stored: string, password: string, options: object): Promise<boolean>;
}
const theTrueOne = createRequire(new URL("../../apps/server/package.json", import.meta.url))("@node-rs/argon2") as Argon2;

export const { verify } = theTrueOne;

const LOWEST = { memoryCost: 8, timeCost: 1 };
let cost: object = LOWEST;
export const hash: Argon2["hash"] = (password, options) => theTrueOne.hash(password, { ...options, ...cost });

/** For what looks at the hashes themselves: those of this work are the product's own. */
export async function atTrueCost<T>(work: () => Promise<T>): Promise<T> {
  cost = {};
  try {
    return await work();
  } finally {
    cost = LOWEST;
  }
}
