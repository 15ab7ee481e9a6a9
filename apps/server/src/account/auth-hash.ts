/** What the server stores of an auth key: its Argon2id hash under a secret pepper (security design §9). Only a few run at a time, so that sign-ins cannot exhaust the machine. */
import { randomBytes } from "node:crypto";
import { hash, type Options, verify } from "@node-rs/argon2";
import { LaterError } from "../http/refusals.ts";

/** The auth key is hashed as its hex text: the library's `verify` reads the bytes of a password as UTF-8. Argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;
const AT_ONCE = 4;
/** With more than these waiting, a caller is refused at once: the answer would come after the caller has gone. */
const MAX_WAITING = 200;

/** All of them take about half a minute; some people give up. */
const BACK_SECONDS = 5;

export interface AuthHash {
  /** @param authKey - 32 bytes in hex */
  create(authKey: string): Promise<string>;
  /** Takes as long without a stored hash as with one, and then returns false. */
  matches(stored: string | null, authKey: string): Promise<boolean>;
}

export function createAuthHash(pepper: Buffer): AuthHash {
  const enter = createGate(AT_ONCE, MAX_WAITING);
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

function createGate(atOnce: number, maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= atOnce) {
      if (waiting.length >= maxWaiting) throw new LaterError("overloaded", BACK_SECONDS);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else inside++;
    try {
      return await work();
    } finally {
      // The place is handed over without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
