/**
 * Whose a shared scope is, as far as this account and this device know. A scope never changes its owner (security design §6), so no one else's grant opens it: not
 * even one that a colleague has signed for it, under a key of hers, and that the server lists.
 */
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import { readPin } from "../sync/pins.ts";
import type { Scope } from "../sync/scope.ts";
import type { KeyStore } from "../types.ts";
import type { OwnIdentity, SharingContext } from "./context.ts";
import { withoutHiddenScopes } from "./filter-hidden-scopes.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

interface Knowing {
  readonly trust: Pick<TrustStore, "keys">;
  readonly identity: Pick<OwnIdentity, "accountId">;
  readonly keys: KeyStore;
}

/** @returns the account; undefined where both see the scope for the first time */
export async function knownOwnerOf(scopeId: string, { trust, identity, keys }: Knowing): Promise<string | undefined> {
  // Only for own scopes does the trust store keep keys.
  return trust.keys[scopeId] ? identity.accountId : (await readPin(keys, scopeId))?.owner;
}

/** The server has said nothing of what is to do about it. */
const NOTHING_SAID: NonNullable<SharedScope["own"]> = { isKeyOld: false, holders: 1, isAlongOld: false };

/**
 * The shared scopes as the server lists them, but for whose they are, and what they are where this device has them: called another's, an own one would lose its keys' care, and
 * disappear from this device. What the person has hidden is not among them.
 * @param rows - grants of others, as far as they are known
 */
export async function listedScopes(
  context: Pick<SharingContext, "scope" | "scopes" | "keyring">,
  rows: readonly SharedItem[] = [],
): Promise<readonly SharedScope[]> {
  const { shared } = await context.scope();
  if (shared.length === 0) return shared;
  const trust = await readTrust(context);
  const { keys } = trust;
  const open = new Map((await ownOpen(context)).map((one) => [one.keys.scopeId, one.keys.rights.kind]));
  const known = (one: SharedScope) => ({
    ...one,
    kind: open.get(one.id) ?? one.kind,
    own: one.own ?? (keys[one.id] ? NOTHING_SAID : null),
  });
  return withoutHiddenScopes(shared, rows, trust).map(known);
}

const ownOpen = async ({ scopes }: Pick<SharingContext, "scopes">): Promise<readonly Scope[]> =>
  (await scopes()).filter(({ keys: { rights } }) => rights.kind !== "personal" && rights.isOwner);

/** Own shared scopes: those that the server lists, and those that it leaves out although this device has them. */
export async function ownShared(context: Pick<SharingContext, "scope" | "scopes" | "keyring">): Promise<readonly SharedScope[]> {
  const listed = (await listedScopes(context)).filter(({ own }) => own !== null);
  const left = (await ownOpen(context)).filter(({ keys }) => listed.every(({ id }) => id !== keys.scopeId));
  return [...listed, ...left.flatMap(asHeld)];
}

const asHeld = ({ keys: { scopeId: id, epoch, rights }, held }: Scope): SharedScope[] =>
  held === null ? [] : [{ id, epoch, kind: rights.kind, seq: held.seq, generation: held.head.generation, stamp: 0, own: NOTHING_SAID }];
