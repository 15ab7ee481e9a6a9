/** A sign-out by a press, and what is asked before it wherever there is one: what waits on this device for the server outlives the session, and its owner decides whether it is to wait. */
import type { Client } from "@coffer/client";
import { confirm } from "./confirm.ts";
import { toast } from "./toast.ts";

export interface Unsent {
  /** "2 changes wait" */
  readonly count: string;
  /** Named, as far as there is room. */
  readonly names: string;
}

/** @returns undefined while that is not known; null where nothing waits */
type Find = () => Unsent | null | undefined;

/** Of the vault that is open. */
let find: Find = () => undefined;

/** @returns what ends it: names of items are known no longer than the vault is open */
export function tellUnsent(of: Find): () => void {
  find = of;
  return () => {
    if (find === of) find = () => undefined;
  };
}

/** While the vault is locked no one knows what waits, and how much: only that something is there. */
const UNNAMED: Unsent = { count: "Changes may be waiting", names: "" };

export async function maySignOut({ hasUnsent }: Pick<Client["account"], "hasUnsent">): Promise<boolean> {
  const known = find();
  // Where that part cannot be loaded, there is no network: nothing is asked, and nothing is lost, as what waits stays here.
  const unsent = known === undefined ? (await hasUnsent().catch(() => false)) && UNNAMED : known;
  if (!unsent) return true;
  const message = `${unsent.count} on this device for the server. Signed out, they stay here, encrypted, and are sent when you sign in again on this device.`;
  return confirm({
    title: "Changes are not sent yet",
    message,
    detail: unsent.names || null,
    confirmLabel: "Sign out",
    cancelLabel: "Stay",
    keeps: true,
  });
}

/** Where the page stays, and shows what it does without a session. */
export async function signOut(account: Pick<Client["account"], "hasUnsent" | "logout">): Promise<void> {
  if (await maySignOut(account)) await account.logout().catch((error: unknown) => toast.failed(error, "Failed to logout"));
}
