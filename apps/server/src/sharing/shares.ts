/** Shares: a scope of the viewer, granted to another user. Every call that shares comes here, whatever its name (decision C-04). */
import { AppError } from "@coffer/contract/errors";
import { endInGrant } from "@coffer/contract/grant-message";
import type { LinkedGrants, Move } from "@coffer/contract/sharing";
import type { RecordKind } from "@coffer/core/items/kinds";
import { and, eq, isNull } from "drizzle-orm";
import { askerOf, getAccessibleRecord, getOwnScope, type ScopeRow, type Viewer } from "../access.ts";
import { normaliseEmail } from "../account/accounts.ts";
import type { Tx } from "../db/connect.ts";
import { findPerson } from "../db/definer-functions.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account, record } from "../db/tables.ts";
import { team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import { bumpGrantStamp, isLapsed, previousWriteKey } from "./grants.ts";
import { replaceLinkedGrants, restrictLinkedGrants } from "./linked-grants.ts";
import { moveRecords } from "./moves.ts";
import { notifyOfShare } from "./notifications.ts";
import { requireSigned, type Statement } from "./signed-changes.ts";
import { refuseUnsolicited } from "./unsolicited-shares.ts";

export interface NewShare extends Statement {
  readonly shareType?: "individual" | "team" | undefined;
  readonly teamId?: string | null | undefined;
  readonly teamEpoch?: number | undefined;
  readonly sharedWithEmail?: string | undefined;
  readonly permissionLevel: "read" | "write";
  readonly expiresAt: number | null;
  readonly shareId: string;
  readonly createdAt: number;
  readonly epoch: number;
  readonly sharedKey: string;
  readonly move?: Move | undefined;
  readonly along?: LinkedGrants | undefined;
}

interface Shared {
  readonly id: string;
  readonly kind: RecordKind;
}

/**
 * Gives a person access to one item or vault, or changes what that person was given. What has to move for that moves in the same transaction.
 * @throws AppError not_found, forbidden, no_such_account, shared_with_self, stale_head, bad_signature, invalid_input, too_many_shares, rate_limited, and what a move refuses
 */
export async function share(deps: Deps, viewer: Viewer, what: Shared, input: NewShare): Promise<void> {
  if (input.shareType === "team") return give(deps, viewer, what, input);
  // Until it is done: otherwise shares of nothing would tell which addresses have an account, as often as one likes.
  const asker = await askerOf(viewer);
  await deps.limits.count("shareFailed", asker);
  await give(deps, viewer, what, input);
  await deps.limits.forgive("shareFailed", asker);
}

function give(deps: Deps, viewer: Viewer, what: Shared, input: NewShare): Promise<void> {
  const at = new Date(deps.now());
  return deps.db.transaction(async (tx) => {
    refusePast(input.expiresAt, at);
    refuseOtherEnd(input);
    const recipient = input.shareType === "team" ? await teamOf(tx, viewer, input) : await recipientOf(tx, viewer, input.sharedWithEmail);
    if (input.move) await moveRecords(deps, tx, viewer, input.move, at);
    const { target, ...found } = await scopeOfShared(tx, viewer, what, at);
    // What belongs to another person can only go back to that person.
    if (found.makerId !== null && found.makerId !== recipient.recipient_id) throw new AppError("forbidden");
    if (target.epoch !== input.epoch) throw new AppError("stale_head");
    const given = { target, itemId: what.id, recipient, ...found };
    const before = await putGrant(tx, viewer, given, input, at);
    const isNew = before === null;
    if (!input.move) await requireSigned(tx, target, input.shareId, givenBy(input), input);
    // What leaves a shared vault for a scope of its own stays in that vault: everyone who has the vault has the item at once.
    const isLinked = input.move && target.kind === "item";
    const linked = { target, id: what.id, epoch: input.epoch };
    const alongWith = isLinked ? await replaceLinkedGrants(tx, viewer, linked, input.along ?? [], at) : [];
    if (!isNew)
      await restrictLinkedGrants(tx, { id: input.shareId, permission: input.permissionLevel, expires_at: dateOf(input.expiresAt) }, at);
    await bumpGrantStamp(tx, target.id);
    // What goes back was always its owner's.
    const isGiven = (isNew || isLapsed(before, at)) && found.makerId === null;
    await refuseUnsolicited(deps, tx, viewer, { recipientId: isGiven ? recipient.recipient_id : null, alongWith }, at);
    await notifyOfShare(deps, tx, viewer, { recipientId: recipient.recipient_id, makerId: found.makerId }, { isNew, kind: what.kind });
  });
}

const givenBy = ({ permissionLevel: permission, expiresAt, createdAt, epoch, teamEpoch, sharedKey }: NewShare) =>
  ({ what: "given", permission, expiresAt, createdAt, epoch, teamEpoch: teamEpoch ?? null, sharedKey }) as const;

/**
 * A record that the viewer owns, a live one or one that goes back to its owner.
 * @throws AppError forbidden to those it is shared with; not_found for foreign and unknown ones alike; invalid_input where it is not in a scope of its own
 */
async function scopeOfShared(
  tx: Tx,
  viewer: Viewer,
  { id, kind }: Shared,
  at: Date,
): Promise<{ readonly target: ScopeRow; readonly makerId: string | null }> {
  const [row] = await tx
    .select({ scopeId: record.scope_id, makerId: record.maker_id, state: record.state })
    .from(record)
    .where(and(eq(record.id, id), eq(record.kind, kind), eq(record.owner_id, viewer.accountId)));
  if (!row) {
    await getAccessibleRecord(tx, viewer, id, kind, at);
    throw new AppError("forbidden");
  }
  if (row.state !== "live" && (row.state !== "trashed" || row.makerId === null)) throw new AppError("not_found");
  const target = await getOwnScope(tx, viewer, row.scopeId, "lock");
  const kindOfScope = kind === "category" ? "vault" : "item";
  if (target.kind !== kindOfScope) throw new AppError("invalid_input", "It is not in a scope of its own.");
  return { target, makerId: row.makerId };
}

type Recipient = Pick<GrantRow, "recipient_id" | "team_id" | "team_epoch">;

/** The viewer's own team, at its present key. @throws AppError forbidden, stale_head */
async function teamOf(tx: Tx, viewer: Viewer, { teamId, teamEpoch }: NewShare): Promise<Recipient> {
  const [row] = await tx
    .select({ id: team.id, epoch: team.key_epoch })
    .from(account)
    .innerJoin(team, eq(team.id, account.team_id))
    .where(eq(account.id, viewer.accountId));
  if (!row || row.id !== teamId) throw new AppError("forbidden");
  if (row.epoch !== teamEpoch || row.epoch === 0) throw new AppError("stale_head");
  return { recipient_id: null, team_id: row.id, team_epoch: row.epoch };
}

/** @throws AppError no_such_account, shared_with_self, invalid_input */
async function recipientOf(tx: Tx, viewer: Viewer, email = ""): Promise<Recipient> {
  if (email === "") throw new AppError("invalid_input", "It is shared with no one.");
  const row = await findPerson(tx, { email: normaliseEmail(email) });
  if (row === null || row.is_disabled) throw new AppError("no_such_account");
  if (row.id === viewer.accountId) throw new AppError("shared_with_self");
  return { recipient_id: row.id, team_id: null, team_epoch: null };
}

interface Given {
  readonly target: ScopeRow;
  /** The owner of the shared record, where that is the recipient: it goes back. */
  readonly makerId: string | null;
  readonly itemId: string;
  readonly recipient: Recipient;
}

/** @returns the share as it was; null for a new one */
async function putGrant(tx: Tx, viewer: Viewer, { target, itemId, recipient }: Given, input: NewShare, at: Date): Promise<GrantRow | null> {
  const { permissionLevel: permission, expiresAt, shareId, createdAt, epoch, sharedKey } = input;
  const { recipient_id: personId, team_id: teamId } = recipient;
  const isWith = teamId === null ? eq(shareGrant.recipient_id, personId ?? "") : eq(shareGrant.team_id, teamId);
  const isTheirs = and(eq(shareGrant.scope_id, target.id), isWith, isNull(shareGrant.ended_at), isNull(shareGrant.along_id));
  const [before] = await tx.select().from(shareGrant).where(isTheirs);
  const terms = {
    permission,
    epoch,
    team_epoch: recipient.team_epoch,
    shared_key: sharedKey,
    signed_at: createdAt,
    expires_at: dateOf(expiresAt),
  };
  if (before && before.id !== shareId) throw new AppError("stale_head");
  if (before)
    await tx
      .update(shareGrant)
      .set({ ...terms, ...previousWriteKey(before, permission), ...(isLapsed(before, at) && { given_at: at }) })
      .where(eq(shareGrant.id, shareId));
  else {
    const row = { id: shareId, scope_id: target.id, item_id: itemId, sender_id: viewer.accountId, given_at: at, ...recipient, ...terms };
    const { rowCount } = await tx.insert(shareGrant).values(row).onConflictDoNothing();
    if (rowCount !== 1) throw new AppError("id_taken");
  }
  return before ?? null;
}

export const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

export type GrantRow = typeof shareGrant.$inferSelect;

/** The recipient's client believes the grant. @throws AppError invalid_input */
function refuseOtherEnd({ sharedKey, expiresAt }: Pick<NewShare, "sharedKey" | "expiresAt">): void {
  const end = endInGrant(Buffer.from(sharedKey.slice("3.".length), "base64url"));
  if (end !== undefined && end !== expiresAt) throw new AppError("invalid_input", "The grant says another end.");
}

/** @throws AppError invalid_input */
export function refusePast(expiresAt: number | null, at: Date): void {
  if (expiresAt !== null && expiresAt <= at.getTime()) throw new AppError("invalid_input", "A share ends in the future, or never.");
}
