/** What every verb of the vault room works with, and the one way each of them changes the vault. */

import { AppError } from "@coffer/contract/errors";
import type { Call } from "../call.ts";
import type { Keyring } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { Plan } from "../sync/scope-deps.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { RecordStore } from "../types.ts";
import type { Saved } from "./overview.ts";
import type { SealingDeps } from "./record-writes.ts";
import type { ShownContents } from "./shown-contents.ts";

interface VaultDeps extends SealingDeps {
  readonly call: Call;
  /** The personal scope of whoever is signed in. @throws ClientError when nobody is, or the session is locked. */
  readonly scope: () => Promise<Scope>;
  /** Every scope that is open, the personal one first. */
  readonly scopes: () => Promise<readonly [Scope, ...Scope[]]>;
  /** Asks the server about the shared scopes that the last pull told of. */
  readonly pullShared: () => Promise<void>;
  /** Opens what this device keeps of the shared scopes. */
  readonly loadShared: () => Promise<void>;
  /** Gives items of other people's in a shared vault of one's own back to them (sharing/return-items.ts). */
  readonly returnItems: (within: Scope, ids: readonly string[]) => Promise<void>;
  /** Puts an item that is shared on its own into a shared vault of one's own, or takes it out (sharing/linked-grants.ts). */
  readonly placeLinked: (within: Scope, id: string, categoryId: string | null) => Promise<void>;
  /** Ends every share of a vault of one's own; what others made in it goes back to them. */
  readonly endSharing: (vaultId: string) => Promise<void>;
  readonly keyring: () => Keyring;
  readonly records: RecordStore;
  /** Of this client's server. */
  readonly origin: string;
  /** For the one other address that may be asked (breach.ts). */
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

export interface VaultContext extends VaultDeps {
  readonly shown: ShownContents;
}

/** A plan that says what it has sealed, so that nobody opens it again. */
export interface VaultPlan extends Plan {
  readonly saved?: readonly Saved[];
}

/**
 * Commits a plan and shows what became of it.
 * @param plan - runs once per attempt; see `Scope.commit`.
 * @param within - the personal scope when absent.
 * @returns the plan that was written.
 * @throws AppError forbidden in a scope that is only read.
 */
export async function commit<P extends VaultPlan>(context: VaultContext, plan: (scope: Scope) => Promise<P>, within?: Scope): Promise<P> {
  const scope = within ?? (await context.scope());
  if (scope.keys.rights.permission === "read") throw new AppError("forbidden");
  const written = await scope.commit(() => plan(scope));
  await context.shown.refresh(written.saved);
  return written;
}

/** The scope that a record lies in, live or in the trash; the personal one for what is nowhere. */
export async function scopeOf({ scopes }: Pick<VaultContext, "scopes">, id: string | null): Promise<Scope> {
  const [personal, ...shared] = await scopes();
  return (id !== null && shared.find(({ records, trashed }) => records.has(id) || trashed.has(id))) || personal;
}

/** Ids by the scope that their records lie in. */
export async function byScope(context: Pick<VaultContext, "scopes">, ids: readonly string[]): Promise<ReadonlyMap<Scope, string[]>> {
  const groups = new Map<Scope, string[]>();
  for (const id of new Set(ids)) {
    const scope = await scopeOf(context, id);
    groups.set(scope, [...(groups.get(scope) ?? []), id]);
  }
  return groups;
}

/** @throws AppError forbidden in what others share: what a vault is called and how it looks is its owner's. */
export function requireOwner({ keys }: Scope): void {
  if (!keys.rights.isOwner) throw new AppError("forbidden");
}

/** @throws AppError forbidden unless all of them are one's own, also in a vault that others share: vault, favourite and the like are the owner's. */
export async function requireOwnItems({ keys, records, trashed }: Scope, ids: readonly string[]): Promise<void> {
  const { isOwner, permission, self } = keys.rights;
  if (isOwner) return;
  for (const id of ids) {
    const record = records.get(id) ?? trashed.get(id);
    if (!record) throw new AppError("not_found");
    const { owner } = await openRecord(keys, record, []);
    if (permission === "read" || owner === undefined || owner.id !== self?.id) throw new AppError("forbidden");
  }
}

/** The scope with its records, pulled if they never were: an empty answer then means an empty vault. */
export async function loadedScope({ scope: open, shown, pullShared }: VaultContext): Promise<Scope> {
  const scope = await open();
  if (!shown.contents) {
    await scope.pull();
    await pullShared();
    await shown.refresh();
    void scope.persist();
  }
  return scope;
}
