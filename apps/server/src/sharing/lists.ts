/** What is shared, as its sharer and its recipient see it, and the public key of an email. */
import { createHash } from "node:crypto";
import type { ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import { type SharedItem, sharing, titleListOf } from "@coffer/contract/sharing";
import { KIND_NAMES, kindOf, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { askerOf, isGrantedTo, type Viewer } from "../access.ts";
import { normaliseEmail } from "../account/accounts.ts";
import type { Tx } from "../db/connect.ts";
import { findPerson } from "../db/definer-functions.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { record } from "../db/tables.ts";
import { team } from "../db/team-tables.ts";
import type { Deps } from "../deps.ts";
import { type JsonStream, StreamedRows, streamReply } from "../http/streamed-reply.ts";
import { type Found, findLive, inGroups } from "../vault/read.ts";
import { isAnyOf } from "../vault/statements.ts";
import { NO_RIGHTS } from "./rights.ts";

/** Wire name of the field that says what a record is called. */
const TITLE_WIRES = new Map<RecordKind, string>(
  ([...KIND_NAMES, "category"] as const).map((kind) => {
    const title = kind === "category" ? "name" : kindOf(kind).title;
    return [kind, new Map(wireFields(kind)).get(title) ?? title];
  }),
);

/** Only this leaves the database: what is in a record may be a thousand times as much. */
const NAME = sql<string | null>`${record.fields} ->> (${JSON.stringify(Object.fromEntries(TITLE_WIRES))}::jsonb ->> ${record.kind})`;

type Side = "sender" | "recipient";

/** What a share is about, also where its end has passed (coffer_received). */
const SHARED = {
  id: sql<string>`shared.item_id`,
  kind: sql<RecordKind>`shared.kind`,
  state: sql<string>`shared.state`,
  makerId: sql<string | null>`shared.maker_id`,
};

/**
 * Every share that its sharer has not ended, the oldest first. What has expired is there for both, without its key and for the recipient without its name.
 * @param side - the viewer's
 * @param kind - of what is shared; of any kind when absent
 */
export async function listShares({ db, now }: Deps, viewer: Viewer, side: Side, kind?: RecordKind): Promise<SharedItem[]> {
  const rows = await db
    .select({
      grant: shareGrant,
      itemId: SHARED.id,
      kind: SHARED.kind,
      name: NAME,
      by: sql<string>`shared_by.email`,
      with: sql<string | null>`shared_with.email`,
      team: team.name,
      byKey: sql<string>`shared_by.public_key`,
      withKey: sql<string | null>`shared_with.public_key`,
    })
    .from(shareGrant)
    .innerJoin(sql`coffer_received() as shared`, sql`shared.grant_id = ${shareGrant.id}`)
    // What a recipient may not read any more is not seen.
    .leftJoin(record, eq(record.id, shareGrant.item_id))
    .innerJoin(sql`coffer_share_people() as shared_by`, sql`shared_by.id = ${shareGrant.sender_id}`)
    .leftJoin(sql`coffer_share_people() as shared_with`, sql`shared_with.id = ${shareGrant.recipient_id}`)
    .leftJoin(team, eq(team.id, shareGrant.team_id))
    .where(isListed(viewer, side, kind))
    .orderBy(asc(shareGrant.signed_at), asc(shareGrant.id));
  return rows.map((row) => toItem(row, side === "recipient", now()));
}

interface Row {
  readonly grant: typeof shareGrant.$inferSelect;
  readonly itemId: string;
  readonly kind: RecordKind;
  readonly name: string | null;
  readonly by: string;
  readonly with: string | null;
  readonly team: string | null;
  readonly byKey: string;
  readonly withKey: string | null;
}

function toItem({ grant, itemId, kind, name, ...people }: Row, isRecipient: boolean, now: number): SharedItem {
  const text = grant.shared_key === "" ? null : grant.shared_key;
  const isOver = grant.expires_at !== null && grant.expires_at.getTime() <= now;
  return {
    id: grant.id,
    item_id: itemId,
    item_type: kind,
    item_name: isOver && isRecipient ? null : name,
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
  const isReturning = and(eq(SHARED.state, "trashed"), eq(SHARED.makerId, shareGrant.recipient_id));
  const isLive = and(isNull(shareGrant.ended_at), or(eq(SHARED.state, "live"), isReturning), kind && eq(SHARED.kind, kind));
  if (side === "recipient") return and(isGrantedTo(viewer), isLive);
  // What goes back to its owner is no share to its sender.
  const isShare = or(isNull(SHARED.makerId), sql`${SHARED.makerId} is distinct from ${shareGrant.recipient_id}`);
  return and(eq(shareGrant.sender_id, viewer.accountId), isShare, isLive);
}

type PublicKey = ReplyOf<(typeof sharing)["publicKey"]>;

/** @throws AppError no_such_account, rate_limited */
export async function publicKeyOf({ db, limits }: Deps, viewer: Viewer, email: string): Promise<PublicKey> {
  await limits.count("publicKey", await askerOf(viewer));
  const found = await findPerson(db, { email: normaliseEmail(email) });
  if (found === null || found.is_disabled) throw new AppError("no_such_account");
  const { id: userId, email: address, public_key: publicKey } = found;
  const fingerprint = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");
  return { userId, email: address, publicKey, fingerprint };
}

/** The viewer's own live items and vaults by name, by kind. */
export function listTitles(deps: Deps, viewer: Viewer): Promise<JsonStream> {
  return streamReply(deps, sharing.allTitles.reply, async (tx) => {
    const found = await findLive(tx, viewer, NO_RIGHTS, isNull(record.maker_id));
    const titlesOf = (kind: RecordKind) =>
      titleRows(
        tx,
        found.filter((one) => one.kind === kind),
      );
    return Object.fromEntries([
      ...KIND_NAMES.map((kind) => [titleListOf(kind), titlesOf(kind)] as const),
      ["categories", titlesOf("category")],
    ]);
  });
}

const titleRows = (tx: Tx, found: readonly Found[]): StreamedRows =>
  new StreamedRows(async function* () {
    for (const group of inGroups(found)) {
      const isHere = and(isAnyOf(group.map(({ id }) => id)), isNotNull(NAME));
      const rows = await tx
        .select({ id: record.id, name: NAME, type: record.kind })
        .from(record)
        .where(isHere)
        .orderBy(asc(record.created_at), asc(record.id));
      if (rows.length > 0) yield rows.map((row) => JSON.stringify(row)).join(",");
    }
  });
