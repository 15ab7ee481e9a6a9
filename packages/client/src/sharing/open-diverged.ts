/**
 * The server's state of an own shared scope, next to what this device has of it under another key. It is verified as by a device that sees the scope for the first time,
 * and nothing of it is stored here.
 */
import type { Scope } from "../sync/scope.ts";
import type { KeyStore, RecordStore } from "../types.ts";
import type { SharingContext } from "./context.ts";
import { openSharedScope, ownDeps, ownKeyAs, type SharedDeps } from "./open-shared-scope.ts";

const nothing = async (): Promise<void> => undefined;
const NOTHING_STORED: RecordStore = {
  read: async () => null,
  readOverviews: async () => [],
  ...{ write: nothing, writeOverviews: nothing, forget: nothing, clear: nothing },
};
const NO_PINS: KeyStore = { get: async () => null, set: nothing, remove: nothing, clear: nothing, alone: (work) => work() };

/** @param isPinned - whether what this device has seen counts: for a write that has to come after it. The caller wipes the key. @throws Error for a scope of another kind */
export async function openDiverged(
  context: SharingContext,
  deps: SharedDeps,
  { listed, key, isPinned = false }: Parameters<SharingContext["apart"]>[0],
): Promise<Scope> {
  const identity = await context.identity();
  const opened = ownKeyAs(listed, key, identity);
  if (!opened) throw new Error("Not a shared scope");
  const apart = { ...deps, records: NOTHING_STORED, ...(!isPinned && { keys: NO_PINS }) };
  return openSharedScope(listed, opened, identity.signer.sign, { ...apart, ...context.team, ...ownDeps(context, listed, identity) });
}
