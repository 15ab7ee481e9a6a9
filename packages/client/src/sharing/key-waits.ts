/** Why the next key of something shared waits: for its owner's list. Who saves there is told why nothing was saved (reconcile.ts). */
import { ClientError } from "../errors.ts";
import { isAway, isPassing } from "../failures.ts";
import type { SharingContext } from "./context.ts";
import { ownShared } from "./known-owner.ts";
import { isKeyHeld } from "./retired-keys.ts";
import { readTrust } from "./trust-store.ts";

/** @returns by scope, for the person who shares it: of those whose key someone has who lost access, and whose next one could not be made */
export async function keyWaitsIn(context: SharingContext): Promise<ReadonlyMap<string, string>> {
  const failed = context.lastReconciled.failed;
  if (failed.size === 0) return new Map();
  const trust = await readTrust(context);
  const held = (await ownShared(context)).filter((one) => failed.has(one.id) && isKeyHeld(one, trust, context.now()));
  return new Map(held.map(({ id }) => [id, sentenceOf(failed.get(id))]));
}

const sentenceOf = (error: unknown): string =>
  `Someone who lost access may still have the key in use, and the next one waits. ${whyOf(error)} It is tried again by itself.`;

/** What a person can mend, or wait for, is said: a team in doubt, a person who has begun again, a connection. */
const whyOf = (error: unknown): string =>
  isAway(error) || isPassing(error) || error instanceof ClientError
    ? (error as Error).message
    : "The server did not take it. Please tell your operator.";
