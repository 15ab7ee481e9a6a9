/**
 * What has lain in the trash too long.
 *
 * Note: Purging by time. After `DELETED_KEPT_DAYS` in the trash a record is shown no more, and whichever client comes first takes it out of the head. The server may
 * have emptied it by then, which leaves a record without a seal; one that is empty earlier was emptied against the owner's wish, and is shown as not to be opened.
 */
import { api } from "@coffer/contract/api";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import type { Scope } from "../sync/scope.ts";
import { commit, type VaultContext } from "./context.ts";

/** Scopes that were looked through since they were opened. */
const done = new WeakSet<Scope>();

/** Once per session. Nobody waits for it to succeed: what is over is not shown either way, and the next session tries again. */
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
