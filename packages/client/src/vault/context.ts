/** What every function of the vault feature works with, and the only way they change the vault. */

import { AppError, isRefusal } from "@coffer/contract/errors";
import type { Call } from "../call.ts";
import { ClientError, IntegrityError } from "../errors.ts";
import { isPassing } from "../failures.ts";
import type { Keyring } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { Plan } from "../sync/scope-deps.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KeyStore, RecordStore } from "../types.ts";
import type { Saved } from "./overview.ts";
import type { SealingDeps } from "./record-writes.ts";
import type { ShownContents } from "./shown-contents.ts";

/** What becomes of items that someone else made; `copy`: they are given back, and a copy of them stays. */
export type DecisionOnItems = "give-back" | "keep" | "copy";

export interface DecidedItems {
  readonly personId: string;
  readonly decision: DecisionOnItems;
}

interface VaultDeps extends SealingDeps {
  readonly call: Call;
  /** The signed-in user's personal scope. @throws ClientError when no one is signed in, or the session is locked. */
  readonly scope: () => Promise<Scope>;
  /** Every scope that is open, the personal one first. */
  readonly scopes: () => Promise<readonly [Scope, ...Scope[]]>;
  /** Asks the server about the shared scopes in the last pull. */
  readonly pullShared: () => Promise<void>;
  /** After each pull: what a page keeps of it outside the vault. */
  readonly pulled: () => Promise<void>;
  /** Opens the shared scopes cached on this device. */
  readonly loadShared: () => Promise<void>;
  /** Returns other people's items in an own shared vault to them (sharing/return-items.ts). */
  readonly returnItems: (within: Scope, ids: readonly string[]) => Promise<void>;
  /** Moves an item that is shared on its own into an own shared vault, or out of it (sharing/linked-grants.ts). */
  readonly placeLinked: (within: Scope, id: string, categoryId: string | null) => Promise<void>;
  /** Moves items between two own scopes of which one is shared (move-records.ts). */
  readonly moveBetween: (moving: Moving) => Promise<void>;
  /**
   * The scope to save in instead of an own shared one: with a key that no one has who lost access (sharing/reconcile.ts).
   * @param isRefused - the server has said that someone has it
   */
  readonly scopeToSave: (within: Scope, isRefused?: boolean) => Promise<Scope>;
  /** Ends every share of an own vault; what others made in it goes where its owner has decided (sharing/end-vault.ts). */
  readonly endSharing: (vaultId: string, others: readonly DecidedItems[]) => Promise<void>;
  readonly keyring: () => Keyring;
  readonly keys: KeyStore;
  readonly records: RecordStore;
  /** Of this client's server. */
  readonly origin: string;
  /** For the one other address that is asked (breach.ts). */
  readonly fetch: typeof fetch;
  readonly pause: (ms: number) => Promise<void>;
}

export interface Moving {
  readonly from: Scope;
  readonly to: Scope;
  /** Live items of the first scope; when absent all records, even in the trash: that scope is given up. */
  readonly ids?: readonly string[];
  /** Their new vault; unchanged when absent. */
  readonly categoryId?: string | null;
}

export interface VaultContext extends VaultDeps {
  readonly shown: ShownContents;
}

/** A plan with what it has sealed, so that it need not be opened again. */
export interface VaultPlan extends Plan {
  readonly saved?: readonly Saved[];
}

/** Nothing new goes under a key that someone has who lost access, and the next one does not come. */
export class KeyRefusedError extends ClientError {}

/** @param places - every scope as it is open now, the one to write to first: a key that was just replaced has put another in its place */
type MakePlan<P> = (scope: Scope, places: readonly Scope[]) => Promise<P>;

/**
 * Commits a plan and shows the result.
 * @param plan - runs once per attempt; see `Scope.commit`.
 * @param within - the personal scope when absent.
 * @returns the plan that was written.
 * @throws AppError forbidden in a read-only scope.
 */
export async function commit<P extends VaultPlan>(context: VaultContext, plan: MakePlan<P>, within?: Scope): Promise<P> {
  const wanted = within ?? (await context.scope());
  if (wanted.keys.rights.permission === "read") throw new AppError("forbidden");
  const commitIn = (scope: Scope, refused?: KeyRefusedError): Promise<P> =>
    scope.commit(async () => withoutContent(await plan(scope, [scope, ...(await context.scopes())]), refused));
  const written = await inScopeToSave(context, wanted, (scope) => commitIn(scope)).catch((error: unknown) => {
    if (error instanceof KeyRefusedError) return commitIn(wanted, error);
    throw error;
  });
  await context.shown.refresh(written.saved);
  return written;
}

/** What only deletes, moves or marks tells no one anything new. @throws why there is no next key; what waits goes on waiting where that may be over a moment later */
function withoutContent<P extends VaultPlan>(plan: P, refused: KeyRefusedError | undefined): P {
  if (refused && plan.changes.some(({ op }) => op === "put")) throw isPassing(refused.cause) ? refused.cause : refused;
  return plan;
}

/**
 * Writes new content. Another device may have ended someone's access meanwhile, or replaced the key since: then the key is replaced, or learned, and it is
 * written once more.
 */
export async function inScopeToSave<T>(context: VaultContext, wanted: Scope, write: (scope: Scope) => Promise<T>): Promise<T> {
  const { kind, isOwner } = wanted.keys.rights;
  if (kind === "personal") return write(wanted);
  const used = isOwner ? await context.scopeToSave(wanted) : wanted;
  try {
    return await write(used);
  } catch (error) {
    const isHeld = isRefusal(error, "key_held");
    // Under the key of before, what is under the next one looks like another history.
    if (!isHeld && !isRefusal(error, "stale_head") && !(error instanceof IntegrityError)) throw error;
    const now = isOwner ? await context.scopeToSave(wanted, true) : await pulledAgain(context, wanted);
    if (now === used && !isHeld) throw error;
    return write(now);
  }
}

/** The scope as it is open after a pull. */
async function pulledAgain(context: VaultContext, within: Scope): Promise<Scope> {
  await (await context.scope()).pull();
  await context.pullShared();
  return (await context.scopes()).find(({ keys }) => keys.scopeId === within.keys.scopeId) ?? within;
}

/** The scope that has a record, live or in the trash, an own one before another's (hasOwnId); the personal one if none has it. */
export async function scopeOf({ scopes }: Pick<VaultContext, "scopes">, id: string | null): Promise<Scope> {
  const [personal, ...shared] = await scopes();
  if (id === null) return personal;
  const having = [...shared, personal].filter(({ records, trashed }) => records.has(id) || trashed.has(id));
  return having.find(({ keys }) => keys.rights.isOwner) ?? having[0] ?? personal;
}

/** Ids by the scope of their records. */
export async function byScope(context: Pick<VaultContext, "scopes">, ids: readonly string[]): Promise<ReadonlyMap<Scope, string[]>> {
  const groups = new Map<Scope, string[]>();
  for (const id of new Set(ids)) {
    const scope = await scopeOf(context, id);
    groups.set(scope, [...(groups.get(scope) ?? []), id]);
  }
  return groups;
}

/** @throws AppError forbidden in a scope of someone else: name and look of a vault belong to its owner. */
export function requireOwner({ keys }: Scope): void {
  if (!keys.rights.isOwner) throw new AppError("forbidden");
}

/**
 * @throws AppError forbidden unless all of them are own items, even in a vault of someone else: only the owner of an item sets its vault,
 * favourite mark and the like.
 */
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

/** The scope with its records; pulled first if it never was, so that an empty scope means an empty vault. */
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
