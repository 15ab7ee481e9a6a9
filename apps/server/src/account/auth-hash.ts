/** What the server stores of an auth key: its Argon2id hash under a secret pepper (security design §9). Only a few run at a time, so that sign-ins cannot exhaust the machine. */
import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { createGate, type Gate } from "../http/concurrency.ts";

/** The auth key is hashed as its hex text: the library's `verify` reads the bytes of a password as UTF-8. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const AT_ONCE = 4;
/** All of them take about half a minute; some people give up. */
const MAX_WAITING = 200;

/** What all hashes of a process go through. */
export const createHashGate = (): Gate => createGate(AT_ONCE, MAX_WAITING);

export interface AuthHash {
  /** @param authKey - 32 bytes in hex */
  create(authKey: string): Promise<string>;
  /** Takes as long without a stored hash as with one, and then returns false. */
  matches(stored: string | null, authKey: string): Promise<boolean>;
}

export function createAuthHash(pepper: Buffer, { enter }: Pick<Gate, "enter"> = createHashGate()): AuthHash {
  const options = { ...COST, secret: pepper };
  const create = (authKey: string): Promise<string> => enter(() => hash(authKey, options));
  /** Compared with when the account does not exist. */
  const decoy = create(randomBytes(32).toString("hex"));
  return {
    create,
    matches: async (stored, authKey) => {
      const compared = stored ?? (await decoy);
      const isMatch = await enter(() => verify(compared, authKey, options));
      return isMatch && stored !== null;
    },
  };
}
