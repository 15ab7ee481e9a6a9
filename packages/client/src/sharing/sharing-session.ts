/** The sharing state of one client: open shared scopes, and the background work after a pull. */
import { derivePublicKey, loadSealing, openSigner } from "@coffer/crypto";
import { loadPart } from "../lazy-load.ts";
import type { Scope } from "../sync/scope.ts";
import type { VaultContext } from "../vault/context.ts";
import type { OwnIdentity, SharingContext, TeamAccess } from "./context.ts";
import { readShareCount, writeShareCount } from "./missing-shares.ts";
import { openDiverged } from "./open-diverged.ts";
import type { SharedDeps } from "./open-shared-scope.ts";
import { isFull, reconcileEach, scopesToReconcile } from "./reconcile.ts";
import { ReconcileAttempts } from "./reconcile-attempts.ts";
import { takeReturnedItems } from "./return-items.ts";
import { SharedScopes } from "./shared-scopes.ts";

interface SharingSessionDeps {
  readonly accountId: () => string;
  readonly email: () => string;
  /** Unwraps the 64 secret bytes; the caller wipes them. */
  readonly secret: () => Promise<Uint8Array>;
  readonly shared: () => Promise<SharedDeps>;
  readonly now: () => number;
  readonly team: TeamAccess;
}

export interface SharingSession {
  readonly scopes: () => readonly Scope[];
  readonly nextEnd: () => number | null;
  /** Opens what this device has cached, without asking the server. */
  readonly load: (context: VaultContext) => Promise<void>;
  readonly pull: (context: VaultContext) => Promise<void>;
  readonly context: (context: VaultContext) => SharingContext;
  readonly close: () => Promise<void>;
}

export function openSharingSession(deps: SharingSessionDeps): SharingSession {
  let shared = new SharedScopes();
  let identity: Promise<OwnIdentity> | null = null;
  const [oneAtATime, unanswered, keyWaits] = [queue(), new Set<string>(), new Set<string>()];
  const [attempts, lastReconciled] = [new ReconcileAttempts(), { failed: new Map<string, unknown>() }];

  const context = (vault: VaultContext): SharingContext => ({
    ...vault,
    apart: async (of) => openDiverged(context(vault), await deps.shared(), of),
    identity: () => {
      identity ??= orElse(ownIdentity(deps), () => {
        identity = null;
      });
      return identity;
    },
    ...{ oneAtATime, unanswered, keyWaits, lastReconciled, team: deps.team },
    troubles: () => shared.troubles,
    missingShares: () => countMissing(shared, deps, vault),
  });

  return {
    scopes: () => shared.at(deps.now()),
    nextEnd: () => shared.nextEnd(deps.now()),
    load: async (vault) => shared.load(context(vault), await deps.shared()),
    pull: async (vault) => {
      await pullWithTeam(shared, deps, context(vault));
      await reconcileNew(context(vault), attempts);
    },
    context,
    close: async () => {
      const open = shared;
      [shared, identity] = [new SharedScopes(), null];
      for (const noted of [attempts, unanswered, keyWaits]) noted.clear();
      lastReconciled.failed = new Map();
      await open.close();
    },
  };
}

/** Retries next time what failed. @param failed - forgets the failed attempt */
const orElse = <T>(coming: Promise<T>, failed: () => void): Promise<T> =>
  coming.catch((error: unknown) => {
    failed();
    throw error;
  });

/** In the background: access is refused already. */
async function reconcileNew(context: SharingContext, attempts: ReconcileAttempts): Promise<void> {
  const work = async (): Promise<void> => {
    const failures = [...(await reconcileEach(context)).values()];
    if (failures.length === 0) attempts.done(await dueIn(context));
    else attempts.failed(failures, context.now());
  };
  const failed = (error: unknown): void => attempts.failed([error], context.now());
  if (attempts.begins(await dueIn(context), context.now())) void context.oneAtATime(work).catch(failed);
  void context.oneAtATime(() => takeReturnedItems(context)).catch(() => undefined);
}

/** Names for what has to be reconciled, as it is now. */
async function dueIn(context: SharingContext): Promise<string[]> {
  const due = await scopesToReconcile(context);
  if (due.length === 0) return [];
  // What was refused because the team's log is in doubt is tried again when it no longer is.
  const isShareable = await context.team.requireShareable(context, "again").then(
    () => true,
    () => false,
  );
  // Nor could it be done without the team's key.
  const team = await context.team.currentKey(context).catch(() => null);
  team?.key.fill(0);
  // What was not open, or not believed as the server showed it, was left as it was; and so is for an hour what goes along with no more people.
  const isOpen = (scope: Scope): boolean => !(scope.trouble || isFull(scope, context.now()));
  const open = new Map((await context.scopes()).map((scope) => [scope.keys.scopeId, isOpen(scope)]));
  return due.map(({ id, stamp, epoch }) => `${id} ${stamp} ${epoch} ${isShareable} ${team?.epoch} ${open.get(id)}`);
}

/** A problem with the team is not the vault's: without it, team shares just do not open. */
async function pullWithTeam(shared: SharedScopes, deps: SharingSessionDeps, context: SharingContext): Promise<void> {
  await deps.team.sync(context).catch(() => undefined);
  await pullCounted(shared, deps, context);
  await deps.team.checkLogs(context).catch(() => undefined); // the next pull compares
}

/** Counts the scopes for a start without a connection. */
async function pullCounted(shared: SharedScopes, { shared: ask, now }: SharingSessionDeps, context: SharingContext): Promise<void> {
  const deps = await ask();
  await shared.pull(context, deps);
  await writeShareCount(deps.keys, (await context.scope()).keys.scopeId, shared.at(now()).length);
}

async function countMissing(open: SharedScopes, { shared, now }: SharingSessionDeps, { scope }: VaultContext): Promise<number> {
  if (open.hasPulled) return 0;
  return Math.max(0, (await readShareCount((await shared()).keys, (await scope()).keys.scopeId)) - open.at(now()).length);
}

/** Runs one after the other. */
function queue(): SharingContext["oneAtATime"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined); // the caller gets the error; the queue goes on
    return run;
  };
}

async function ownIdentity({ accountId, email, secret }: SharingSessionDeps): Promise<OwnIdentity> {
  // Loaded before any grant is opened: without it, every grant would look as if it were not for this account.
  await loadPart(loadSealing);
  const bytes = await secret();
  const [publicKey, signer] = await Promise.all([derivePublicKey(bytes), openSigner(bytes)]);
  bytes.fill(0);
  return { accountId: accountId(), email: email(), publicKey, signer, secret };
}
