/** A shared vault that is about to be deleted: its shares end, and what others made in it goes where its owner has decided, person by person. */
import type { DecidedItems } from "../vault/context.ts";
import { endSharing } from "./change-shares.ts";
import type { SharingContext } from "./context.ts";
import { giveBack, keepItems } from "./items-by-others.ts";

/** @throws whatever prevents it; what was done stays, and the rest can be decided again */
export async function endVault(context: SharingContext, { id, others }: { readonly id: string; readonly others: readonly DecidedItems[] }) {
  await endSharing(context, { id });
  for (const { personId, decision } of others) {
    const of = { vaultId: id, personId };
    await (decision === "keep" ? keepItems(context, of) : giveBack(context, { ...of, keepCopy: decision === "copy" }));
  }
}
