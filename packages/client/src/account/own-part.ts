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

const openStore = async ({ sessions }: AccountContext, { trust }: Scope): Promise<Store> =>
  trust === null ? {} : storeIn<Store>(await unwrapTrust(sessions.keyring, trust));

/** As this device has it; undefined where there is none. @throws DecryptError */
export const readOwnPart = async (context: AccountContext, scope: Scope, name: PartName): Promise<unknown> =>
  (await openStore(context, scope))[name];

/** As the head counts them. */
type Epochs = Awaited<ReturnType<Scope["epochs"]>>;

/** @param change - runs once per attempt, in turn with every other change; where it gives back what there is, nothing is written */
export async function changeOwnPart(
  context: AccountContext,
  name: PartName,
  change: (before: unknown, now: Epochs) => unknown,
): Promise<void> {
  const scope = await context.vault.scope();
  await scope.commit(async ({ epochs }) => {
    const store = await openStore(context, scope);
    const part = await change(store[name], epochs);
    if (part === store[name]) return { changes: [], send: nothing };
    const bytes = new TextEncoder().encode(JSON.stringify({ ...store, [name]: part }));
    const trust = await wrapTrust(context.sessions.keyring, bytes);
    bytes.fill(0);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}

const nothing = async (): Promise<void> => undefined;
