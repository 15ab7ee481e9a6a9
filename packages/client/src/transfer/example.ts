/**
 * The example vault: real records, sealed like all others. Their ids follow from the vault's, so every device recognises them, whatever
 * was edited, moved or renamed, and nothing else is mistaken for one.
 */
import { blankDraft } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import { inBatches } from "../batches.ts";
import { loadPart } from "../lazy-load.ts";
import type { Scope } from "../sync/scope.ts";
import { commit, loadedScope, type VaultContext } from "../vault/context.ts";
import { contentOf, sealWrite, sendTogether, vaultContent } from "../vault/record-writes.ts";
import { rowId, undo } from "./created-ids.ts";

export interface Example {
  readonly vaultId: string;
  /** Those of its items that still exist. */
  readonly itemIds: readonly string[];
}

/** Its texts are loaded when needed: most people never see them after the first hour. */
const load = () => loadPart(() => import("@coffer/core/items/example"));

async function idsOf(vaultId: string): Promise<string[]> {
  const { EXAMPLE_ITEMS } = await load();
  return inBatches(
    EXAMPLE_ITEMS.map((_, index) => index + 1),
    (row) => rowId(vaultId, row),
  );
}

/** Makes no call. @returns null when there is none on this device. */
export async function example(context: VaultContext): Promise<Example | null> {
  return findIn(await loadedScope(context));
}

async function findIn({ records }: Scope): Promise<Example | null> {
  const vaults = [...records.values()].filter(({ kind }) => kind === "category");
  const found = await inBatches(vaults, async ({ id }) => ({
    vaultId: id,
    itemIds: (await idsOf(id)).filter((itemId) => records.has(itemId)),
  }));
  return found.find(({ itemIds }) => itemIds.length > 0) ?? null;
}

/** Creates it in one commit. An existing one stays as it is. @throws AppError too_many_items. */
export async function makeExample(context: VaultContext): Promise<Example> {
  const present = await example(context);
  if (present) return present;
  const { EXAMPLE_ITEMS, EXAMPLE_VAULT } = await load();
  const vaultId = generateId(context.random);
  const itemIds = await idsOf(vaultId);
  const at = context.now();
  const times = { createdAt: at, updatedAt: at };
  await commit(context, async (scope) => {
    const vault = await sealWrite(context, scope, vaultId, { ...vaultContent(EXAMPLE_VAULT), ...times });
    const items = await Promise.all(
      EXAMPLE_ITEMS.map(({ kind, favourite, fields }, index) => {
        const draft = { kind, favourite, categoryId: vaultId, fields: { ...blankDraft(kind).fields, ...fields } };
        return sealWrite(context, scope, itemIds[index] ?? "", { ...contentOf(draft, at), ...times });
      }),
    );
    return sendTogether(context.call, [vault, ...items]);
  });
  return { vaultId, itemIds };
}

/** Moves its items to the trash, wherever they are now, and nothing else; the vault goes too unless it contains other items. */
export async function removeExample(context: VaultContext, { vaultId }: Pick<Example, "vaultId">): Promise<void> {
  const { EXAMPLE_ITEMS } = await load();
  await undo(context, { seed: vaultId, lastRow: EXAMPLE_ITEMS.length, vaultIds: [vaultId] });
}
