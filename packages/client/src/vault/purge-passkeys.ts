/** Purges passkeys that were removed from their logins long ago, with their keys. Loaded only where one was removed. */
import type { Item } from "@coffer/core/items/item";
import { isPasskeyOver, readPasskeys, withoutOldPasskeys } from "@coffer/core/items/passkeys";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { byScope, commit, type VaultContext } from "./context.ts";
import { type SealedWrite, sealWrite, sendTogether } from "./record-writes.ts";

/** The times of the logins stay: this is no edit. One that does not open, or cannot be written, is left alone. */
export async function purgePasskeys(context: VaultContext, items: readonly Item[]): Promise<void> {
  const now = context.now();
  const isOld = ({ fields, permission }: Item): boolean =>
    permission === "write" && readPasskeys(fields.x_passkeys ?? "").some((passkey) => isPasskeyOver(passkey, now));
  const ids = items.filter(isOld).map(({ id }) => id);
  for (const [within, own] of await byScope(context, ids)) {
    const plan = async (scope: Scope) => {
      const puts = await Promise.all(own.map((id) => withoutOld(context, scope, id, now)));
      return sendTogether(
        context.call,
        puts.flatMap((put) => put ?? []),
      );
    };
    await commit(context, plan, within);
  }
}

async function withoutOld(context: VaultContext, scope: Scope, id: string, now: number): Promise<SealedWrite | null> {
  const record = scope.records.get(id);
  if (!record) return null;
  const { fields, state, updatedAt } = await openRecord(scope.keys, record);
  const without = state === "intact" ? withoutOldPasskeys(fields, now) : null;
  const { kind, categoryId, favourite } = record;
  return without && sealWrite(context, scope, id, { kind, categoryId, favourite, fields: { ...fields, ...without }, updatedAt }, record);
}
