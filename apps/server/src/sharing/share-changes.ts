/** Changes of shares by their owner: another end, another level, or none any more. Each carries a signed statement (signed-changes.ts). */
import { AppError } from "@coffer/contract/errors";
import type { RecordKind } from "@coffer/core/items/kinds";
import { and, eq, isNull } from "drizzle-orm";
import { getOwnScope, isLiveGrant, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { record } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { bumpGrantStamp, isLapsed, previousWriteKey } from "./grants.ts";
import { endLinkedGrants, restrictLinkedGrants } from "./linked-grants.ts";
import { auditShare } from "./notifications.ts";
import { dateOf, type GrantRow, refusePast } from "./shares.ts";
import { requireSigned, type Statement } from "./signed-changes.ts";

interface LockedShare {
  readonly grant: GrantRow;
  readonly target: ScopeRow;
}

/** A share that the viewer made, with its scope locked. @throws AppError forbidden to those it is with; not_found, for foreign, ended and unknown ones alike */
async function lockShare(tx: Tx, viewer: Viewer, at: Date, id: string, kind?: RecordKind): Promise<LockedShare> {
  const isOwn = and(
    ...[eq(shareGrant.id, id), eq(shareGrant.sender_id, viewer.accountId), isNull(shareGrant.ended_at), isNull(shareGrant.along_id)],
  );
  const [row] = await tx
    .select({ grant: shareGrant, kind: record.kind })
    .from(shareGrant)
    .innerJoin(record, eq(record.id, shareGrant.item_id))
    .where(isOwn);
  if (!row) throw new AppError((await isWith(tx, viewer, at, id)) ? "forbidden" : "not_found");
  if (kind && row.kind !== kind) throw new AppError("not_found");
  return { grant: row.grant, target: await getOwnScope(tx, viewer, row.grant.scope_id, "lock") };
}

/** Whether it is a share by which the viewer, or their team, can read something. */
async function isWith(tx: Tx, viewer: Viewer, at: Date, id: string): Promise<boolean> {
  const isThis = and(eq(shareGrant.id, id), isLiveGrant(viewer, at));
  return (await tx.select({ id: shareGrant.id }).from(shareGrant).where(isThis)).length > 0;
}

type Ending = Statement & { readonly id: string };

/** Access is refused from here on. @param kind - of what is shared, where the call is for one kind alone @throws AppError not_found, forbidden, bad_signature */
export function revoke(deps: Deps, viewer: Viewer, { id, ...statement }: Ending, kind?: RecordKind): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { grant, target } = await lockShare(tx, viewer, new Date(deps.now()), id, kind);
    await requireSigned(tx, target, id, { what: "end" }, statement);
    await tx
      .update(shareGrant)
      .set({ ended_at: new Date(deps.now()) })
      .where(eq(shareGrant.id, id));
    await endLinkedGrants(tx, id, new Date(deps.now()));
    await bumpGrantStamp(tx, target.id);
    await auditShare(deps, tx, viewer, grant.recipient_id, "ended");
  });
}

type Expiry = Statement & { readonly id: string; readonly expires_at: number | null };

/** @throws AppError not_found, forbidden, invalid_input, stale_head, bad_signature */
export function setExpiry(
  deps: Deps,
  viewer: Viewer,
  { id, expires_at: expiresAt, ...statement }: Expiry,
  kind?: RecordKind,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const at = new Date(deps.now());
    refusePast(expiresAt, at);
    const { grant, target } = await lockShare(tx, viewer, at, id, kind);
    await requireSigned(tx, target, id, { what: "expiry", expiresAt }, statement);
    await tx
      .update(shareGrant)
      // What was saved while it was over stays what they have not seen.
      .set({ expires_at: dateOf(expiresAt), ...(isLapsed(grant, at) && { given_at: at }) })
      .where(eq(shareGrant.id, id));
    await restrictLinkedGrants(tx, { id, expires_at: dateOf(expiresAt) }, at);
    await bumpGrantStamp(tx, target.id);
    await auditShare(deps, tx, viewer, grant.recipient_id, "changed");
  });
}

interface NewPermission extends Statement {
  readonly id: string;
  readonly permission_level: "read" | "write";
  readonly createdAt: number;
  readonly sharedKey: string;
  readonly epoch: number;
  readonly teamEpoch?: number | undefined;
}

/** @throws AppError not_found, forbidden, bad_signature; stale_head when the key was replaced in between */
export function setPermission(
  deps: Deps,
  viewer: Viewer,
  { id, permission_level: permission, createdAt, sharedKey, epoch, teamEpoch, ...statement }: NewPermission,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { grant: before, target } = await lockShare(tx, viewer, new Date(deps.now()), id);
    if (target.epoch !== epoch) throw new AppError("stale_head");
    const change = { what: "level", permission, createdAt, epoch, teamEpoch: teamEpoch ?? null, sharedKey } as const;
    await requireSigned(tx, target, id, change, statement);
    const terms = {
      permission,
      shared_key: sharedKey,
      signed_at: createdAt,
      epoch,
      ...(before.team_id !== null && { team_epoch: teamEpoch ?? before.team_epoch }),
      ...previousWriteKey(before, permission),
    };
    await tx.update(shareGrant).set(terms).where(eq(shareGrant.id, id));
    await restrictLinkedGrants(tx, { id, permission }, new Date(deps.now()));
    await bumpGrantStamp(tx, before.scope_id);
    await auditShare(deps, tx, viewer, before.recipient_id, "changed");
  });
}
