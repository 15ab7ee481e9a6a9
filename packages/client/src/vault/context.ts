/** What every verb of the vault room works with, and the one way each of them changes the vault. */
import type { Call } from "../call.ts";
import type { Keyring } from "../keyring.ts";
import type { Scope } from "../sync/scope.ts";
import type { Plan } from "../sync/scope-deps.ts";
import type { RecordStore } from "../types.ts";
import type { Saved } from "./overview.ts";
import type { Sealing } from "./put.ts";
import type { ShownContents } from "./shown.ts";

interface VaultDeps extends Sealing {
  readonly call: Call;
  /** The personal scope of whoever is signed in. @throws ClientError when nobody is, or the session is locked. */
  readonly scope: () => Promise<Scope>;
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
 * @returns the plan that was written.
 */
export async function commit<P extends VaultPlan>(context: VaultContext, plan: (scope: Scope) => Promise<P>): Promise<P> {
  const scope = await context.scope();
  const written = await scope.commit(() => plan(scope));
  await context.shown.refresh(written.saved);
  return written;
}

/** The scope with its records, pulled if they never were: an empty answer then means an empty vault. */
export async function loadedScope({ scope: open, shown }: VaultContext): Promise<Scope> {
  const scope = await open();
  if (!shown.contents) {
    await scope.pull();
    await shown.refresh();
    void scope.keep();
  }
  return scope;
}
