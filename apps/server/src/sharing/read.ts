/** Who may read a shared scope, as those who may are told, and which shared scopes somebody may read. */
import type { Members } from "@coffer/contract/members";
import type { SharedScope } from "@coffer/contract/vault";
import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import { isLiveGrant, type ScopeRow, type Viewer } from "../access.ts";
import { actAs, SYSTEM } from "../db/acting.ts";
import type { Db, Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { identity, scope } from "../db/tables.ts";
import { identityOf, toScopeState } from "../vault/heads.ts";

/** One's own shared scopes, and those that others have granted. */
export async function readShared(tx: Tx, viewer: Viewer, at: Date): Promise<SharedScope[]> {
  const isOver = sql`(g.ended_at is not null or g.expires_at <= ${at}::timestamptz)`;
  const own = await tx
    .select({
      scope,
      isKeyOld: sql<boolean>`exists (select from share_grant g where g.scope_id = scope.id and g.epoch = scope.epoch and (${isOver} or g.write_key is not null))`,
      holders: sql<number>`(select count(*)::int from share_grant g where g.scope_id = scope.id and g.ended_at is null)`,
    })
    .from(scope)
    .where(and(eq(scope.owner_id, viewer.accountId), ne(scope.kind, "personal")))
    .orderBy(asc(scope.created_at), asc(scope.id));
  const granted = await tx
    .select({ scope })
    .from(scope)
    .innerJoin(shareGrant, eq(shareGrant.scope_id, scope.id))
    .where(isLiveGrant(viewer, at))
    .orderBy(asc(scope.created_at), asc(scope.id));
  const stateOf = (row: ScopeRow, mine: SharedScope["own"]): SharedScope => ({ ...toScopeState(row), stamp: row.stamp, own: mine });
  return [...own.map(({ scope: row, ...mine }) => stateOf(row, mine)), ...granted.map(({ scope: row }) => stateOf(row, null))];
}

/**
 * The owner, and whose grants prove heads of the key in use: also those that have ended since, until the key is replaced.
 * @param target - of which it is known that the viewer may read it
 */
export function readMembers(db: Db, target: ScopeRow): Promise<Members> {
  return actAs(SYSTEM, async () => {
    const rows = await db
      .select({ grant: shareGrant, publicKey: sql<string | null>`coalesce(${identity.public_key}, ${shareGrant.recipient_key})` })
      .from(shareGrant)
      .leftJoin(identity, eq(identity.account_id, shareGrant.recipient_id))
      .where(
        and(
          eq(shareGrant.scope_id, target.id),
          eq(shareGrant.epoch, target.epoch),
          or(eq(shareGrant.permission, "write"), ne(shareGrant.write_key, "")),
        ),
      );
    const writers = rows.flatMap(({ grant, publicKey }) => {
      const isWriter = grant.permission === "write";
      const [createdAt, sharedKey] = isWriter ? [grant.signed_at, grant.shared_key] : [grant.write_signed_at ?? 0, grant.write_key ?? ""];
      return publicKey === null ? [] : [{ grantId: grant.id, id: grant.recipient_id, publicKey, epoch: grant.epoch, createdAt, sharedKey }];
    });
    return { owner: { id: target.owner_id, publicKey: await identityOf(db, target.owner_id) }, writers };
  });
}
