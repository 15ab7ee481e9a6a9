/** Derived keys that all devices of a bench share: half a second of one core for each sign-in would be a measure of this process, and not of the server. */
import { argon2Here } from "../packages/crypto/dist/argon2.js";
import { runArgon2By } from "../packages/crypto/dist/index.js";

/** From now on this process computes Argon2 once for each password and salt. What the server does for a sign-in stays real. */
export function shareKeys() {
  const keys = new Map();
  runArgon2By(async (input) => {
    const name = [input.password, input.salt].map((bytes) => Buffer.from(bytes).toString("base64")).join();
    if (!keys.has(name)) keys.set(name, argon2Here(input));
    // The caller wipes what it is given.
    return Uint8Array.from(await keys.get(name));
  });
}
