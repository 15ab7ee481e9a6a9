/** The generator's last values, sealed on this device: for a password that was used on a site and never saved. */
import { GENERATED_HISTORY_MAX } from "@coffer/core/constants";
import { context, uuidToBytes } from "@coffer/crypto";
import { type LocalSealDeps, localSeal } from "./local-seal.ts";

export interface GeneratedValue {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type GeneratedApi = ReturnType<typeof generatedApi>;

/** One list per account and device. */
const PLACE = "";

export function generatedApi(deps: LocalSealDeps) {
  const history = localSeal(deps, {
    purpose: "generated",
    slot: "generated",
    about: (accountId) => context("generated", uuidToBytes(accountId)),
  });
  let last: Promise<unknown> = Promise.resolve();

  // Sealed by this account's key, so it is what `add` wrote.
  const read = async (): Promise<readonly GeneratedValue[]> => ((await history.find(PLACE)) ?? []) as readonly GeneratedValue[];

  async function addNow(entry: GeneratedValue): Promise<void> {
    const others = (await read()).filter(({ value }) => value !== entry.value);
    await history.keep(PLACE, [entry, ...others].slice(0, GENERATED_HISTORY_MAX));
  }

  /** One after the other: two values generated at once are both kept. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    const done = (): void => undefined; // the caller gets the error or the values; neither is kept here
    last = turn.then(done, done);
    return turn;
  }

  return {
    /** A repeated value only moves to the front. @throws ClientError when no one is signed in. */
    add: ({ value, at }: GeneratedValue): Promise<void> => inTurn(() => addNow({ value, at })),
    /** Newest first. @throws ClientError when no one is signed in. */
    list: (): Promise<readonly GeneratedValue[]> => inTurn(read),
    clear: (): Promise<void> => inTurn(() => history.discard(PLACE)),
  };
}
