/** The sharing room of one client: which shared scopes are open, and what is done by itself after a pull. */
import { derivePublicKey, loadSealing, openSigner } from "@coffer/crypto";
import { loadPart } from "../lazy-load.ts";
import type { Scope } from "../sync/scope.ts";
import type { VaultContext } from "../vault/context.ts";
import type { OwnIdentity, SharingContext, TeamAccess } from "./context.ts";
import { readShareCount, writeShareCount } from "./missing-shares.ts";
import type { SharedDeps } from "./open-shared-scope.ts";
import { reconcile, scopesToReconcile } from "./reconcile.ts";
import { takeReturnedItems } from "./return-items.ts";
import { SharedScopes } from "./shared-scopes.ts";

interface SharingSessionDeps {
  readonly accountId: () => string;
  readonly email: () => string;
  /** Unwraps the 64 secret bytes; whoever asks wipes them. */
  readonly secret: () => Promise<Uint8Array>;
  readonly shared: () => Promise<SharedDeps>;
  readonly now: () => number;
  readonly team: TeamAccess;
}

export interface SharingSession {
  readonly scopes: () => readonly Scope[];
  readonly nextEnd: () => number | null;
  /** Opens what this device keeps of them, without asking the server. */
  readonly load: (context: VaultContext) => Promise<void>;
  readonly pull: (context: VaultContext) => Promise<void>;
  readonly context: (context: VaultContext) => SharingContext;
  readonly close: () => Promise<void>;
}

export function openSharingSession(deps: SharingSessionDeps): SharingSession {
  let shared = new SharedScopes();
  let identity: Promise<OwnIdentity> | null = null;
  const oneAtATime = queue();
  /** What settling was tried for, so that what fails is tried again when something is new. */
  const tried = new Set<string>();

  const context = (vault: VaultContext): SharingContext => ({
    ...vault,
    identity: () => {
      identity ??= orElse(ownIdentity(deps), () => {
        identity = null;
      });
      return identity;
    },
    oneAtATime,
    team: deps.team,
    troubles: () => shared.troubles,
    missingShares: () => countMissing(shared, deps, vault),
  });

  return {
    scopes: () => shared.at(deps.now()),
    nextEnd: () => shared.nextEnd(deps.now()),
    load: async (vault) => shared.load(context(vault), await deps.shared()),
    pull: async (vault) => {
      // What is said of the team is not the vault's trouble: without it, what the team shares is not opened.
      await deps.team.sync(context(vault)).catch(() => undefined);
      await pullCounted(shared, deps, context(vault));
      await reconcileNew(context(vault), tried);
    },
    context,
    close: async () => {
      const open = shared;
      [shared, identity] = [new SharedScopes(), null];
      tried.clear();
      await open.close();
    },
  };
}

/** What did not come is asked for again. @param failed - forgets it */
const orElse = <T>(coming: Promise<T>, failed: () => void): Promise<T> =>
  coming.catch((error: unknown) => {
    failed();
    throw error;
  });

/** Nobody waits for it: access is refused already, and the next session tries again. @param tried - grows */
async function reconcileNew(context: SharingContext, tried: Set<string>): Promise<void> {
  const names = (await scopesToReconcile(context))
    .map(({ id, stamp, epoch }) => `${id} ${stamp} ${epoch}`)
    .filter((name) => !tried.has(name));
  for (const name of names) tried.add(name);
  if (names.length > 0) void context.oneAtATime(() => reconcile(context)).catch(() => undefined);
  void context.oneAtATime(() => takeReturnedItems(context)).catch(() => undefined);
}

/** What is there is counted for a start without a connection. */
async function pullCounted(shared: SharedScopes, { shared: ask, now }: SharingSessionDeps, context: SharingContext): Promise<void> {
  const deps = await ask();
  await shared.pull(context, deps);
  await writeShareCount(deps.keys, (await context.scope()).keys.scopeId, shared.at(now()).length);
}

async function countMissing(open: SharedScopes, { shared, now }: SharingSessionDeps, { scope }: VaultContext): Promise<number> {
  if (open.isRead) return 0;
  return Math.max(0, (await readShareCount((await shared()).keys, (await scope()).keys.scopeId)) - open.at(now()).length);
}

/** One after the other. */
function queue(): SharingContext["oneAtATime"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined); // the caller gets the error; the queue goes on
    return run;
  };
}

async function ownIdentity({ accountId, email, secret }: SharingSessionDeps): Promise<OwnIdentity> {
  // Before any grant is looked at: without it, all of them would look as if they were not for this account.
  await loadPart(loadSealing);
  const bytes = await secret();
  const [publicKey, signer] = await Promise.all([derivePublicKey(bytes), openSigner(bytes)]);
  bytes.fill(0);
  return { accountId: accountId(), email: email(), publicKey, signer, secret };
}
