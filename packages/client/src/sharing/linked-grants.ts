/**
 * An item that is shared on its own can also be in a shared vault (decision Z-20). It keeps its own key, and everyone with the vault gets
 * a grant of that key, linked to their grant of the vault. The owner's client makes linked grants in the write that places the item, and
 * after any pull that shows other holders of the vault.
 */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { linkedGrantsBytes } from "@coffer/contract/share-change-message";
import type { LinkedGrants } from "@coffer/contract/sharing";
import { generateId, type SecretKey, sha256 } from "@coffer/crypto";
import type { Scope } from "../sync/scope.ts";
import { headOf } from "../sync/scope-deps.ts";
import { scopeOf } from "../vault/context.ts";
import { placementChange } from "../vault/item-metadata.ts";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { keysInside, placesOf, placing } from "./placed-items.ts";
import { recipientsOf } from "./recipients.ts";
import { sealGrantFor } from "./seal-grants.ts";
import { endToKeep, isOver } from "./share-end.ts";
import { signChange } from "./sign-changes.ts";
import { type KeyInUse, keyIn, readTrust } from "./trust-store.ts";

interface OwnScopeKey {
  readonly scopeId: string;
  readonly epoch: number;
  readonly key: SecretKey;
}

/**
 * A grant of the item's key for each holder of the vault; none if the vault is not shared.
 * @throws ClientError where there is no team; Error when a public key differs from the one this account knows
 */
export async function linkedGrants(context: SharingContext, alone: OwnScopeKey, categoryId: string | null): Promise<LinkedGrants> {
  const vault = categoryId === null ? null : await scopeOf(context, categoryId);
  if (vault?.keys.rights.kind !== "vault" || !vault.keys.rights.isOwner) return [];
  const rows = await listSharedByMe(context);
  const trust = await readTrust(context);
  const holders = rows.filter((row) => row.scope_id === vault.keys.scopeId && !isOver(endToKeep(trust, row), context.now()));
  // Never the id of a grant that is someone's own.
  const linked = rows.filter(({ scope_id, id }) => scope_id === alone.scopeId && trust.given[alone.scopeId]?.[id] === undefined);
  const known = new Map(linked.map(({ along_id, id }) => [along_id, id]));
  return Promise.all(
    (await recipientsOf(context, vault.keys, holders)).map(async ({ row, recipient }) => {
      const shareId = known.get(row.id) ?? generateId(context.random);
      const terms = { permission: row.permission_level, expiresAt: endToKeep(trust, row) };
      const sealed = await sealGrantFor(context, { ...alone, kind: "item" }, recipient, terms, shareId);
      return { along: row.id, shareId, ...sealed };
    }),
  );
}

/**
 * The keys that a person with a grant of that scope has: its own, and of a vault those of the own items in it that are shared on their own. Who loses the vault is no
 * longer given these either, whatever the server lists.
 */
export async function keysWith(context: SharingContext, { keys, records }: Scope): Promise<readonly KeyInUse[]> {
  if (keys.rights.kind !== "vault") return [keys];
  return [keys, ...keysInside(await readTrust(context), await context.scopes(), records)];
}

async function linkedGrantsInput(context: SharingContext, { keys }: Scope, categoryId: string | null) {
  const { scopeId, epoch } = keys;
  const key = keyIn(await readTrust(context), scopeId, epoch);
  if (!key) throw new AppError("not_found");
  const grants = await linkedGrants(context, { scopeId, epoch, key }, categoryId);
  key.fill(0);
  return { epoch, grants };
}

/** Moves the item into a vault or out of one, in one write with the linked grants. @throws AppError not_found */
export function placeLinked(context: SharingContext, within: Scope, id: string, categoryId: string | null): Promise<void> {
  return context.oneAtATime(async () => {
    await placing(context, within, categoryId, () => place(context, within, id, categoryId));
    await pull(context);
  });
}

async function place(context: SharingContext, within: Scope, id: string, categoryId: string | null): Promise<void> {
  await within.commit(async () => {
    const record = within.records.get(id);
    if (!record) throw new AppError("not_found");
    const change = placementChange(record, { categoryId });
    if (!change) return { changes: [], send: async () => undefined };
    const input = await linkedGrantsInput(context, within, categoryId);
    return {
      changes: [change],
      send: (write) => context.call(api.sharing.setLinkedGrants, { id, ...input, place: { categoryId, ...headOf(write) } }),
    };
  });
}

/** Brings the linked grants in line with the current holders of the vault, where this account has put it there. */
export async function updateLinkedGrants(context: SharingContext, within: Scope): Promise<void> {
  const [record] = within.records.values();
  if (!record || (record.categoryId !== null && !placesOf(await readTrust(context), within).includes(record.categoryId))) return;
  const input = await linkedGrantsInput(context, within, record.categoryId);
  const change = { what: "linked", digest: await sha256(linkedGrantsBytes(input.grants)) } as const;
  const statement = await signChange(context, { id: record.id, scope_id: within.keys.scopeId }, change);
  await context.call(api.sharing.setLinkedGrants, { id: record.id, ...input, ...statement });
}
