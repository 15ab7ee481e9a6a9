/**
 * Purges what has been in the trash for too long.
 *
 * Note: Purging by time. After `DELETED_KEPT_DAYS` in the trash a record is no longer shown, and the first client to notice removes it
 * from the head. The server may have emptied it by then, which leaves a record without a seal; a record emptied earlier was emptied
 * against the owner's will, and is shown as not to be opened.
 */
import { api } from "@coffer/contract/api";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import type { Scope } from "../sync/scope.ts";
import { commit, type VaultContext } from "./context.ts";

/** Scopes already checked since they were opened. */
const done = new WeakSet<Scope>();

/** Once per session, in the background: expired records are hidden anyway, and the next session tries again. */
export async function purgeExpired(context: VaultContext): Promise<void> {
  const scope = await context.scope();
  if (done.has(scope)) return;
  done.add(scope);
  const over = () => [...scope.trashed.values()].filter((record) => isOver(record, context.now()));
  if (over().length === 0) return;
  await commit(context, async () => {
    const changes = over().map(({ id }) => ({ op: "purge", id }) as const);
    return { changes, send: (write) => context.call(api.vault.commit, { ...write, changes }) };
  }).catch(() => undefined);
}

export const isOver = ({ trashedAt }: { readonly trashedAt: number | null }, now: number): boolean =>
  trashedAt !== null && trashedAt + DELETED_KEPT_MS <= now;
