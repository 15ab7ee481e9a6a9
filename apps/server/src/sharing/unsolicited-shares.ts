/**
 * How much one person shares with another who shares nothing with them. No one is asked before something is shared with them, and their client pulls each shared scope
 * with a call of its own: without an end, anyone could fill another's list and use up their calls.
 */
import { AppError } from "@coffer/contract/errors";
import { MAX_UNSOLICITED_SHARES } from "@coffer/core/constants";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { membersOf } from "../db/definer-functions.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { RateLimitedError } from "../http/limits.ts";

interface GivenTo {
  /** To whom it was given; null: to a team, or back to its owner. */
  readonly recipientId: string | null;
  /** Who has it now through a vault. These have a number of their own, and count by no hour: an honest client makes them again whenever the share of that vault changes. */
  readonly alongWith: readonly string[];
}

/** Of what goes along with shared vaults: items in them that are shared on their own as well. Apart from the others, or who has many of these could share no vault. */
const MAX_ALONG = 500;
const TOO_MANY_ALONG = `A person who shares nothing with you can have at most ${MAX_ALONG} items of your shared vaults that you also share on their own. Please end some of those shares first.`;

/**
 * Of what has just been given, or given again after its end. The last before people are told: until the end of the transaction, others of this sender wait here.
 * @throws AppError too_many_shares; RateLimitedError where shares end and begin again
 */
export async function refuseUnsolicited(
  deps: Pick<Deps, "limits">,
  tx: Tx,
  viewer: Viewer,
  { recipientId, alongWith }: GivenTo,
  at: Date,
): Promise<void> {
  // In one order, so that two of them do not wait for each other.
  for (const id of [...new Set([...alongWith, ...(recipientId === null ? [] : [recipientId])])].sort())
    await refuseOne(deps, tx, viewer, { id, isNamed: id === recipientId, isAlong: alongWith.includes(id) }, at);
}

interface Gets {
  readonly id: string;
  readonly isNamed: boolean;
  readonly isAlong: boolean;
}

async function refuseOne(
  { limits }: Pick<Deps, "limits">,
  tx: Tx,
  { accountId }: Viewer,
  { id: recipientId, isNamed, isAlong }: Gets,
  at: Date,
): Promise<void> {
  // Of many at once, each counts those before it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shares ${accountId} ${recipientId}`}, 0))`);
  const { given, along, back } = await countBetween(tx, accountId, recipientId, at);
  if (back > 0) return;
  const isFull = isNamed && given > MAX_UNSOLICITED_SHARES;
  const isFullAlong = isAlong && along > MAX_ALONG;
  const isOften = !isFull && !isFullAlong && isNamed && !(await limits.noteWithin(tx, "unsolicitedShare", `${accountId} ${recipientId}`));
  if (!(isFull || isFullAlong || isOften) || (await isInTeamOf(tx, accountId, recipientId))) return;
  if (isOften) throw new RateLimitedError(HOUR_SECONDS);
  throw new AppError("too_many_shares", isFull ? undefined : TOO_MANY_ALONG);
}

const HOUR_SECONDS = 3_600;

interface Between {
  readonly given: number;
  readonly along: number;
  readonly back: number;
}

/**
 * Shares of either with the other, and apart from these what follows such a share by itself. What was given and has lapsed counts too: the other's list has it until its sharer ends it, and
 * all of it could be given again at once. What has come back counts only as long as it lasts.
 */
async function countBetween(tx: Tx, own: string, other: string, at: Date): Promise<Between> {
  const isGiven = and(eq(shareGrant.sender_id, own), eq(shareGrant.recipient_id, other));
  const isBack = and(eq(shareGrant.sender_id, other), eq(shareGrant.recipient_id, own));
  const isLasting = or(isNull(shareGrant.expires_at), gt(shareGrant.expires_at, at));
  const [row] = await tx
    .select({
      given: sql<number>`(count(distinct ${shareGrant.scope_id}) filter (where ${isGiven} and ${shareGrant.along_id} is null))::int`,
      along: sql<number>`(count(distinct ${shareGrant.scope_id}) filter (where ${isGiven} and ${shareGrant.along_id} is not null))::int`,
      back: sql<number>`(count(*) filter (where ${and(isBack, isLasting)}))::int`,
    })
    .from(shareGrant)
    .where(and(or(isGiven, isBack), isNull(shareGrant.ended_at)));
  return row ?? { given: 0, along: 0, back: 0 };
}

async function isInTeamOf(tx: Tx, own: string, other: string): Promise<boolean> {
  const [row] = await tx.select({ teamId: account.team_id }).from(account).where(eq(account.id, own));
  if (!row?.teamId) return false;
  return (await membersOf(tx, row.teamId)).some(({ id }) => id === other);
}
