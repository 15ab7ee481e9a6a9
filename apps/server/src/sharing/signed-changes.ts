/** What a token alone changes of a share: nothing. Its end, its expiry and its level carry a statement signed by the owner's identity (security design §6). */
import { AppError } from "@coffer/contract/errors";
import { type ShareChange, shareChangeMessage } from "@coffer/contract/share-change-message";
import type { ScopeRow } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { identityOf } from "../vault/heads.ts";
import { isMessageSignedBy } from "../vault/signed-head.ts";

/** As a body brings it. */
export interface Statement {
  readonly ownSeq?: number | undefined;
  readonly signature?: string | undefined;
}

/**
 * @param target - the scope of the share, locked
 * @throws AppError stale_head when who has access has changed since it was signed; bad_signature, also where there is none
 */
export async function requireSigned(
  tx: Tx,
  target: ScopeRow,
  grantId: string,
  change: ShareChange,
  { ownSeq = 0, signature }: Statement,
): Promise<void> {
  if (signature === undefined) throw new AppError("bad_signature");
  // An end is final, so it needs no number, and can be signed where the scope cannot be read.
  if (change.what !== "end" && ownSeq !== target.stamp) throw new AppError("stale_head");
  const message = shareChangeMessage({ grantId, scopeId: target.id, change, ownSeq });
  if (!isMessageSignedBy(await identityOf(tx, target.owner_id), message, signature)) throw new AppError("bad_signature");
}
