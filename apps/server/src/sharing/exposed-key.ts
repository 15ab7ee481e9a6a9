/** A key that someone has who lost access to its scope (security design §6): until the owner's client has replaced it, the owner saves nothing under it. */
import { AppError } from "@coffer/contract/errors";
import { type SQL, sql } from "drizzle-orm";

/** Of the scope in a query: whether access was revoked or reduced since its key was made, or has ended by itself. */
export const isKeyOld = (at: Date): SQL<boolean> => {
  const isOver = sql`(g.ended_at is not null or g.expires_at <= ${at}::timestamptz)`;
  return sql<boolean>`exists (select from share_grant g where g.scope_id = scope.id and g.epoch = scope.epoch and (${isOver} or g.write_key is not null or g.team_epoch < (select t.key_epoch from team t where t.id = g.team_id)))`;
};

/**
 * For a write with new content. A device that has not heard of the end of someone's access is refused, makes the next key and saves again; one for which that
 * key has to wait for people says so.
 * @throws AppError key_held
 */
export function refuseExposedKey(
  { relation, isKeyOld }: { readonly relation: string; readonly isKeyOld: boolean },
  { keyWaits }: { readonly keyWaits?: true | undefined },
): void {
  if (isKeyOld && relation === "owner" && !keyWaits) throw new AppError("key_held");
}
