/**
 * A device that was away for more heads than one reply has: it follows them reply by reply, each head as always, before it asks for what they list. However many there
 * are, it keeps no more of them than their last hashes.
 */
import { api } from "@coffer/contract/api";
import type { Call } from "../call.ts";
import { IntegrityError } from "../errors.ts";
import type { ScopeKeys } from "../keyring.ts";
import { type Followed, isCut, type KnownHistory, type Snapshot, verifyHeads, verifySome } from "./snapshot.ts";
import { type KnownState, type VerifiedPull, verifyPull } from "./verify-pull.ts";

interface GapPull {
  readonly input: { readonly scope: string };
  /** Cut. */
  readonly reply: Snapshot;
  readonly before: KnownState;
  readonly isWhole: boolean;
}

/** As `verifyPull`. @throws IntegrityError */
export async function verifyLongGap(keys: ScopeKeys, call: Call, { input, reply, before, isWhole }: GapPull): Promise<VerifiedPull> {
  const { followed, heads } = await followGap(keys, call, reply, before);
  const verify: typeof verifyHeads = async (own, last, seen) =>
    withMore(followed, await verifyHeads(own, last, { ...seen, state: followed?.state ?? seen.state }));
  return verifyPull(keys, await call(api.vault.pull, { ...input, heads }), { ...before, verify }, isWhole);
}

interface Caught {
  /** Null where all of them came before a restart of the history. */
  readonly followed: Followed | null;
  /** The seq after which the rest comes: less than one reply. */
  readonly heads: number;
}

async function followGap(keys: ScopeKeys, call: Call, first: Snapshot, seen: KnownHistory): Promise<Caught> {
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

const withMore = <More extends Followed>(before: Followed | null, more: More): More =>
  before ? { ...more, signers: new Set([...before.signers, ...more.signers]), isRenewed: before.isRenewed || more.isRenewed } : more;

const isRestarted = ({ scope }: Snapshot, { state, pin }: KnownHistory): boolean =>
  scope.generation > Math.max(state?.head.generation ?? pin?.generation ?? scope.generation, 1);
