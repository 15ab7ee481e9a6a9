/** Creates, renames and deletes vaults. On the wire a vault is a category. */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { Change } from "@coffer/contract/record";
import type { Vault } from "@coffer/core/items/item";
import { mergeVaults } from "@coffer/core/items/merge-vaults";
import { generateId } from "@coffer/crypto";
import { ClientError, VaultChangedError } from "../errors.ts";
import { headOf } from "../sync/scope-deps.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import { vaultOf } from "./contents.ts";
import { commit, type DecidedItems, requireOwner, scopeOf, type VaultContext } from "./context.ts";
import { foreignItemsIn } from "./foreign-items.ts";
import { placementChange } from "./item-metadata.ts";
import type { Saved } from "./overview.ts";
import { type NewVault, sealWrite, sendVault, vaultContent } from "./record-writes.ts";

export async function createVault(context: VaultContext, content: NewVault): Promise<Vault> {
  const id = generateId(context.random);
  const { saved } = await commit(context, async (scope) =>
    sendVault(context.call, await sealWrite(context, scope, id, vaultContent(content))),
  );
  return savedVault(context, saved[0]);
}

export interface ChangedVault extends NewVault {
  readonly base: Vault;
}

/**
 * Writes what differs from `base`; the rest is as it is by now. Colour and icon stay if `content` lacks them.
 * @throws AppError not_found when the vault is gone, VaultChangedError where another device has changed the same since
 */
export async function updateVault(context: VaultContext, { base, ...content }: ChangedVault): Promise<Vault> {
  const { saved } = await commit(
    context,
    async (scope) => {
      const before = scope.records.get(base.id);
      if (!before) throw new AppError("not_found");
      requireOwner(scope);
      const theirs = vaultOf(before, await openRecord(scope.keys, before), scope.keys.rights);
      const merged = merge(base, content, theirs);
      return sendVault(context.call, await sealWrite(context, scope, base.id, vaultContent(merged, before), before));
    },
    await scopeOf(context, base.id),
  );
  return savedVault(context, saved[0]);
}

/** By what they hold and not by their revisions: after a repair one may have been given twice. */
function merge(base: Vault, { name, description, color = base.color, icon = base.icon }: NewVault, theirs: Vault): NewVault {
  const mine = { name: name.trim(), description: description.trim(), color, icon };
  // There is nothing to be read that could be lost.
  if (theirs.state === "tampered") return mine;
  const { merged, conflicts } = mergeVaults({ base, mine, theirs });
  if (conflicts.length > 0) throw new VaultChangedError(theirs);

  return merged;
}

/** The vault as it was sealed. Opened only if someone has saved it again since. @throws AppError not_found when it is gone. */
async function savedVault(context: VaultContext, saved: Saved): Promise<Vault> {
  const { keys, records } = await scopeOf(context, saved.id);
  const record = records.get(saved.id);
  if (record?.kind !== "category") throw new AppError("not_found");
  return vaultOf(record, record.saveId === saved.saveId ? saved : await openRecord(keys, record), keys.rights);
}

const MADE_BY_OTHERS =
  "The shares of this vault have ended, but it holds items that others made. Open the vault to give them back or keep them, then delete it.";
const STILL_SHARED = "The shares of this vault have ended, but it could not be taken back yet. Please try again.";

export interface Removal {
  readonly id: string;
  /** False leaves its items unassigned. Items already in the trash stay there either way. */
  readonly deleteItems: boolean;
  /** Of a shared vault: what its owner has decided on items that others made. */
  readonly others?: readonly DecidedItems[];
}

/** @throws AppError not_found when it is gone. */
export async function removeVault(context: VaultContext, { id, deleteItems, others = [] }: Removal): Promise<void> {
  const { rights } = (await scopeOf(context, id)).keys;
  if (!rights.isOwner) throw new AppError("forbidden");
  // First it moves back to the personal scope, once the owner has decided on what others made in it.
  if (rights.kind === "vault") await context.endSharing(id, others);
  const scope = await scopeOf(context, id);
  if (scope.keys.rights.kind !== "personal")
    throw new ClientError((await foreignItemsIn(scope)).length > 0 ? MADE_BY_OTHERS : STILL_SHARED);
  await commit(context, async ({ records }) => {
    if (records.get(id)?.kind !== "category") throw new AppError("not_found");
    const trashedAt = context.now();
    const inside = [...records.values()].filter(({ categoryId }) => categoryId === id);
    // The server derives the same list from its rows; the head must list what it writes.
    const changeOf = (record: KnownRecord): Change[] =>
      deleteItems ? [{ op: "trash", id: record.id, trashedAt }] : [placementChange(record, { categoryId: null }) ?? []].flat();
    const changes: Change[] = [{ op: "trash", id, trashedAt }, ...inside.flatMap(changeOf)];
    const body = { id, deleteItems, trashedAt };
    return {
      changes,
      send: (write) => context.call(api.vault.removeVault, { ...body, ...headOf(write) }),
    };
  });
}
