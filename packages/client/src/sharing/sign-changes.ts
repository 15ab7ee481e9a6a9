/** Statements about the own shares, signed by the own identity: the server changes nothing without one (security design §6). */
import { isRefusal } from "@coffer/contract/errors";
import { type ShareChange, shareChangeMessage } from "@coffer/contract/share-change-message";
import type { SharedItem } from "@coffer/contract/sharing";
import { toBase64Url } from "@coffer/crypto";
import { isUnanswered } from "../failures.ts";
import { pull } from "../vault/read.ts";
import type { SharingContext } from "./context.ts";

/** Another device may change who has access meanwhile; then it is read and signed again, this often. */
const MAX_ATTEMPTS = 3;

type Share = Pick<SharedItem, "id" | "scope_id">;

/** For the call that makes the change. @returns what it carries besides the change */
export async function signChange(context: SharingContext, share: Share, change: ShareChange) {
  const { shared } = await context.scope();
  const ownSeq = change.what === "end" ? 0 : (shared.find(({ id }) => id === share.scope_id)?.stamp ?? 0);
  const message = shareChangeMessage({ grantId: share.id, scopeId: share.scope_id, change, ownSeq });
  const { signer } = await context.identity();
  const signature = toBase64Url(await signer.sign(message));
  return change.what === "end" ? { signature } : { ownSeq, signature };
}

/** @param name - of the scope or team whose access the call changes; see `SharingContext.unanswered` @throws what the call throws */
export const noteUnanswered = <T>({ unanswered }: Pick<SharingContext, "unanswered">, name: string, call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    if (isUnanswered(error)) unanswered.add(name);
    throw error;
  });

/** @param work - signs and sends, from what was read last */
export async function retriedWhenStale<T>(context: SharingContext, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error, "stale_head") || attempt === MAX_ATTEMPTS) throw error;
      await pull(context);
    }
  }
}
