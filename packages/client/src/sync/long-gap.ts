/**
 * A device that was away for more heads than one reply has: it follows them reply by reply, each head as always, before it asks for what they list. However many there
 * are, it keeps no more of them than their last hashes.
 */
import { api } from "@coffer/contract/api";
import type { Call } from "../call.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { type Followed, isCut, type KnownHistory, type Snapshot, verifySome, withMore } from "./snapshot.ts";

interface Caught {
  /** Null where all of them came before a restart of the history. */
  readonly followed: Followed | null;
  /** The seq after which the rest comes: less than one reply. */
  readonly heads: number;
}

/** @param first - a reply that is cut @throws IntegrityError as `verifyHeads` */
export async function followLongGap(keys: ScopeKeys, call: Call, first: Snapshot, seen: KnownHistory): Promise<Caught> {
  let caught: Caught = { followed: null, heads: 0 };
  for (let reply = first; isCut(reply); ) {
    caught = await next(keys, reply, seen, caught.followed);
    const { seq: since } = reply.scope;
    reply = await call(api.vault.pull, { scope: keys.scopeId, since, heads: caught.heads });
    // A server that shows nothing more would be asked for ever.
    if ((reply.heads.at(-1)?.seq ?? 0) <= caught.heads + 1) throw new IntegrityError("fork");
  }
  return caught;
}

async function next(keys: ScopeKeys, reply: Snapshot, seen: KnownHistory, before: Followed | null): Promise<Caught> {
  // Where the owner has restarted the history since, only what came after counts.
  const isEarlier = isRestarted(reply, seen) && reply.heads.every(({ generation }) => generation < reply.scope.generation);
  if (isEarlier) return { followed: null, heads: reply.heads.at(-1)?.seq ?? 0 };
  const followed = withMore(before, await verifySome(keys, reply, { ...seen, state: before?.state ?? seen.state }));
  return { followed, heads: followed.state.seq - 1 };
}

const isRestarted = ({ scope }: Snapshot, { state, pin }: KnownHistory): boolean =>
  scope.generation > Math.max(state?.head.generation ?? pin?.generation ?? scope.generation, 1);
