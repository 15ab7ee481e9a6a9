/** What is shared, as its sharer and its recipient see it, and the public key of an email. */
import { createHash } from "node:crypto";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { type SharedItem, type sharing, titleListOf } from "@coffer/contract/sharing";
import { KIND_NAMES, kindOf, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isGrantedTo, type Viewer } from "../access.ts";
import { normaliseEmail } from "../account/accounts.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { account, identity, record } from "../db/tables.ts";
import { team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";

/** Wire name of the field that says what a record is called. */
const TITLE_WIRES = new Map<RecordKind, string>(
  ([...KIND_NAMES, "category"] as const).map((kind) => {
    const title = kind === "category" ? "name" : kindOf(kind).title;
    return [kind, new Map(wireFields(kind)).get(title) ?? title];
  }),
);

const nameOf = ({ kind, fields }: { readonly kind: string; readonly fields: Readonly<Record<string, string>> }): string | null =>
  fields[TITLE_WIRES.get(kind as RecordKind) ?? ""] ?? null;

type Side = "sender" | "recipient";

/**
 * Every share that its sharer has not ended, the oldest first. What has expired is there for both, without its key and for the recipient without its name.
 * @param side - the viewer's
 * @param kind - of what is shared; of any kind when absent
 */
export async function listShares({ db, now }: Deps, viewer: Viewer, side: Side, kind?: RecordKind): Promise<SharedItem[]> {
  const [by, with_] = [alias(account, "shared_by"), alias(account, "shared_with")];
  const [byKey, withKey] = [alias(identity, "shared_by_key"), alias(identity, "shared_with_key")];
  const rows = await db
    .select({
      grant: shareGrant,
      record,
      by: by.email,
      with: with_.email,
      team: team.name,
      byKey: byKey.public_key,
      withKey: withKey.public_key,
    })
    .from(shareGrant)
    .innerJoin(record, eq(record.id, shareGrant.item_id))
    .innerJoin(by, eq(by.id, shareGrant.sender_id))
    .leftJoin(with_, eq(with_.id, shareGrant.recipient_id))
    .innerJoin(byKey, eq(byKey.account_id, shareGrant.sender_id))
    .leftJoin(withKey, eq(withKey.account_id, shareGrant.recipient_id))
    .leftJoin(team, eq(team.id, shareGrant.team_id))
    .where(isListed(viewer, side, kind))
    .orderBy(asc(shareGrant.signed_at), asc(shareGrant.id));
  return rows.map((row) => toItem(row, side === "recipient", now()));
}

interface Row {
  readonly grant: typeof shareGrant.$inferSelect;
  readonly record: typeof record.$inferSelect;
  readonly by: string;
  readonly with: string | null;
  readonly team: string | null;
  readonly byKey: string;
  readonly withKey: string | null;
}

function toItem({ grant, record: shared, ...people }: Row, isRecipient: boolean, now: number): SharedItem {
  const text = grant.shared_key === "" ? null : grant.shared_key;
  const isOver = grant.expires_at !== null && grant.expires_at.getTime() <= now;
  return {
    id: grant.id,
    item_id: shared.id,
    item_type: shared.kind as RecordKind,
    item_name: isOver && isRecipient ? null : nameOf(shared),
    shared_by_email: people.by,
    // A team by its name (decision C-28).
    shared_with_email: people.with ?? people.team ?? "",
    permission_level: grant.permission,
    expires_at: grant.expires_at?.getTime() ?? null,
    shared_key: isOver || !isRecipient ? null : text,
    own_grant: isOver || isRecipient ? null : text,
    scope_id: grant.scope_id,
    epoch: grant.epoch,
    created_at: grant.signed_at,
    shared_by_id: grant.sender_id,
    shared_by_key: people.byKey,
    shared_with_id: grant.recipient_id ?? grant.team_id ?? "",
    shared_with_key: people.withKey,
    team_epoch: grant.team_epoch,
    along_id: grant.along_id,
  };
}

function isListed(viewer: Viewer, side: Side, kind?: RecordKind): SQL | undefined {
  // What a member had deleted in another's vault goes back to that member as it is.
  const isReturning = and(eq(record.state, "trashed"), eq(record.maker_id, shareGrant.recipient_id));
  const isLive = and(isNull(shareGrant.ended_at), or(eq(record.state, "live"), isReturning), kind && eq(record.kind, kind));
  if (side === "recipient") return and(isGrantedTo(viewer), isLive);
  // What goes back to its owner is no share to its sender.
  const isShare = or(isNull(record.maker_id), sql`${record.maker_id} is distinct from ${shareGrant.recipient_id}`);
  return and(eq(shareGrant.sender_id, viewer.accountId), isShare, isLive);
}

type PublicKey = ReplyOf<(typeof sharing)["publicKey"]>;

/** @throws AppError no_such_account, rate_limited */
export async function publicKeyOf({ db, limits }: Deps, viewer: Viewer, email: string): Promise<PublicKey> {
  await limits.count("publicKey", viewer.accountId);
  const [row] = await db
    .select({ userId: account.id, email: account.email, publicKey: identity.public_key, disabledAt: account.disabled_at })
    .from(account)
    .innerJoin(identity, eq(identity.account_id, account.id))
    .where(eq(account.email, normaliseEmail(email)));
  if (!row || row.disabledAt !== null) throw new AppError("no_such_account");
  const { disabledAt: _, ...found } = row;
  return { ...found, fingerprint: createHash("sha256").update(Buffer.from(row.publicKey, "base64url")).digest("hex") };
}

/** The viewer's own live items and vaults by name, by kind. */
export async function listTitles({ db }: Deps, viewer: Viewer): Promise<ReplyOf<(typeof sharing)["allTitles"]>> {
  const rows = await db
    .select({ id: record.id, kind: record.kind, fields: record.fields })
    .from(record)
    .where(and(eq(record.owner_id, viewer.accountId), isNull(record.maker_id), eq(record.state, "live")))
    .orderBy(asc(record.created_at), asc(record.id));
  const titlesOf = (kind: RecordKind) =>
    rows.flatMap((row) => {
      const name = row.kind === kind ? nameOf(row) : null;
      return name === null ? [] : [{ id: row.id, name, type: kind }];
    });
  return Object.fromEntries([
    ...KIND_NAMES.map((kind) => [titleListOf(kind), titlesOf(kind)] as const),
    ["categories", titlesOf("category")],
  ]);
}
