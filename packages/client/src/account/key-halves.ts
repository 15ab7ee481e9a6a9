/**
 * The server's half of the keys on this device (key-slots.ts): stored there at an unlock, fetched after a page load, deleted at a lock.
 * None of these calls waits long.
 */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { fromHex, toHex } from "@coffer/crypto";
import type { Call } from "../call.ts";
import type { Tabs } from "../types.ts";

/** After this time the server counts as unreachable and the master password is asked for (specification 1 §9). */
const TIMEOUT_MS = 5_000;

/** `over`: the server does not know the session any more. `locked`: it has no half for it. `offline`: it did not answer. */
export type FoundHalf = { readonly half: Uint8Array } | "over" | "locked" | "offline";

/** A session, with the ids in its token. */
export interface SessionRef {
  readonly token: string;
  readonly sessionId: string;
  readonly accountId: string;
}

export interface KeyHalves {
  /** Asks the server, and if it has or says nothing, the other open pages of this browser: one may have just unlocked, or be offline too. */
  find(whom: SessionRef): Promise<FoundHalf>;
  /** Never fails: without the server the next page load asks for the master password. */
  leave(whom: SessionRef, half: Uint8Array): Promise<"left" | "over" | "unreachable">;
  /** @returns whether the server no longer has it. */
  forget(whom: SessionRef, halfHash: string): Promise<boolean>;
}

interface KeyHalvesDeps {
  readonly call: () => Call;
  readonly tabs: Tabs | undefined;
  /** Minutes without a call after which the server deletes its half; null for never. */
  readonly restMinutes: (accountId: string) => Promise<number | null>;
}

const isOver = (error: unknown): boolean => error instanceof AppError && error.status === 401;

export function keyHalves({ call, tabs, restMinutes }: KeyHalvesDeps): KeyHalves {
  const ask = async ({ token }: SessionRef): Promise<FoundHalf> => {
    const { half } = await call()(api.account.findHalf, {}, token);
    return half === null ? "locked" : { half: fromHex(half) };
  };
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that a half sent before a lock cannot arrive after it was to be deleted. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }
  return {
    async find(whom) {
      const found = await withTimeout(ask(whom)).catch((error: unknown) => (isOver(error) ? "over" : "offline"));
      if (typeof found === "object" || found === "over") return found;
      const half = await tabs?.ask(whom.sessionId);
      return half ? { half } : found;
    },
    leave({ token, accountId }, half) {
      const text = toHex(half); // now: a lock overwrites it
      const leaving = (minutes: number | null) => call()(api.account.keepHalf, { half: text, restMinutes: minutes }, token);
      return inTurn(() =>
        withTimeout(restMinutes(accountId).then(leaving)).then(
          () => "left",
          (error: unknown) => (isOver(error) ? "over" : "unreachable"),
        ),
      );
    },
    forget: ({ token }, halfHash) =>
      inTurn(() => withTimeout(call()(api.account.forgetHalf, { halfHash }, token)).then(() => true, isOver)),
  };
}

/** @throws Error when it takes too long. */
const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error("Too late")), TIMEOUT_MS);
    }),
  ]);
