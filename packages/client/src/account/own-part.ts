/**
 * Parts of the trust store (sharing/trust-store.ts) that the account feature keeps: sealed for this account alone, named by the heads of its personal scope, and so the
 * same on each of its devices.
 */
import { api } from "@coffer/contract/api";
import type { Scope } from "../sync/scope.ts";
import { storeIn, unwrapTrust, wrapTrust } from "../sync/wrapped-trust.ts";
import type { AccountContext } from "./context.ts";

type PartName = "kit" | "passkeys" | "rehearsal";

/** The other parts are none of our business, and stay. */
type Store = Readonly<Record<string, unknown>>;

async function openStore({ sessions }: AccountContext, { trust }: Scope): Promise<Store> {
  return trust === null ? {} : storeIn<Store>(await unwrapTrust(sessions.keyring, trust));
}

/** As this device has it; undefined where there is none. @throws DecryptError */
export const readOwnPart = async (context: AccountContext, scope: Scope, name: PartName): Promise<unknown> =>
  (await openStore(context, scope))[name];

/** As the head counts them. */
type Epochs = Awaited<ReturnType<Scope["epochs"]>>;

/** @param change - runs once per attempt */
export async function changeOwnPart(
  context: AccountContext,
  name: PartName,
  change: (before: unknown, now: Epochs) => unknown,
): Promise<void> {
  const scope = await context.vault.scope();
  await scope.commit(async ({ epochs }) => {
    const store = await openStore(context, scope);
    const bytes = new TextEncoder().encode(JSON.stringify({ ...store, [name]: change(store[name], epochs) }));
    const trust = await wrapTrust(context.sessions.keyring, bytes);
    bytes.fill(0);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}
