/** Who may read a shared scope, as those who may are told, and which shared scopes a viewer may read. */
import type { Members } from "@coffer/contract/scope-members";
import type { SharedScope } from "@coffer/contract/vault";
import { and, asc, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { isLiveGrant, type ScopeRow, type Viewer } from "../access.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { identity, scope } from "../db/tables.ts";
import { identityOf, toScopeState } from "../vault/heads.ts";
import { isKeyOld } from "./exposed-key.ts";
import { areLinkedGrantsStale } from "./linked-grants.ts";

/** The viewer's own shared scopes, and those that others have granted. */
export async function readShared(tx: Tx, viewer: Viewer, at: Date): Promise<SharedScope[]> {
  const own = await tx
    .select({
      scope,
      isKeyOld: isKeyOld(at),
      isAlongOld: areLinkedGrantsStale(at),
      holders: sql<number>`(select count(*)::int from share_grant g where g.scope_id = scope.id and g.ended_at is null)`,
    })
    .from(scope)
    .where(and(eq(scope.owner_id, viewer.accountId), ne(scope.kind, "personal")))
    .orderBy(asc(scope.created_at), asc(scope.id));
  const granted = await tx
    .selectDistinct({ scope })
    .from(scope)
    .innerJoin(shareGrant, eq(shareGrant.scope_id, scope.id))
    .where(isLiveGrant(viewer, at))
    .orderBy(asc(scope.created_at), asc(scope.id));
  const stateOf = (row: ScopeRow, mine: SharedScope["own"]): SharedScope => ({ ...toScopeState(row), stamp: row.stamp, own: mine });
  return [...own.map(({ scope: row, ...mine }) => stateOf(row, mine)), ...granted.map(({ scope: row }) => stateOf(row, null))];
}

/**
 * The owner, and everyone whose grants prove heads of the key in use: also those whose grant has ended since, until the key is replaced.
 * @param target - of which it is known that the viewer may read it
 */
export function readMembers(db: Db, tx: Tx, target: ScopeRow): Promise<Members> {
  return bypassRlsWithin("people", db, tx, async () => {
    const rows = await tx
      .select({ grant: shareGrant, publicKey: sql<string | null>`coalesce(${identity.public_key}, ${shareGrant.recipient_key})` })
      .from(shareGrant)
      .leftJoin(identity, eq(identity.account_id, shareGrant.recipient_id))
      .where(
        and(
          eq(shareGrant.scope_id, target.id),
          eq(shareGrant.epoch, target.epoch),
          or(eq(shareGrant.permission, "write"), ne(shareGrant.write_key, ""), isNotNull(shareGrant.team_id)),
        ),
      );
    const writers: Members["writers"] = [];
    const teams: Members["teams"] = [];
    const people = rows.some(({ grant }) => grant.team_id !== null) ? await writersOf(tx, target) : [];
    for (const { grant, publicKey } of rows) {
      // Of a team that may only read: heads say which log of it their writer knows.
      const isWriting = grant.permission === "write" || !grant.write_key;
      const createdAt = isWriting ? grant.signed_at : (grant.write_signed_at ?? 0);
      const words = { grantId: grant.id, epoch: grant.epoch, createdAt, sharedKey: isWriting ? grant.shared_key : (grant.write_key ?? "") };
      if (grant.recipient_id !== null && publicKey !== null) writers.push({ ...words, id: grant.recipient_id, publicKey });
      if (grant.team_id !== null) teams.push({ ...words, teamId: grant.team_id, teamEpoch: grant.team_epoch ?? 0, people });
    }
    return { owner: { id: target.owner_id, publicKey: await identityOf(tx, target.owner_id) }, writers, teams };
  });
}

/** Everyone other than the owner who has signed a head of it. From one writer to the next by the index: a member may have written a million heads. */
async function writersOf(tx: Tx, { id }: ScopeRow): Promise<{ id: string; publicKey: string }[]> {
  const after = (than: SQL) =>
    sql`(select writer_id from head where scope_id = ${id} and writer_id is not null ${than} order by writer_id limit 1)`;
  const { rows } = await tx.execute<{ id: string; publicKey: string }>(sql`
    with recursive writer as (${after(sql``)}
      union all select ${after(sql`and writer_id > writer.writer_id`)} from writer where writer.writer_id is not null)
    select account_id as id, public_key as "publicKey" from writer join ${identity} on account_id = writer_id`);
  return rows;
}
