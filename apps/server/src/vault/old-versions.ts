/** Earlier versions under a key of their scope that is no longer in use: its owner lists them in portions, and puts them under the one in use (decision 18). */
import { createHash } from "node:crypto";
import type { ParsedOf, ReplyOf } from "@coffer/contract/endpoint";
import { AppError } from "@coffer/contract/errors";
import {
  type OldVersion,
  type oldVersions,
  portionMessage,
  type ResealedVersion,
  textOfPortion,
  VERSIONS_IN_PORTION,
} from "@coffer/contract/old-versions";
import { PRESS_LENGTH } from "@coffer/contract/save-id";
import { VERSIONS_REPLY_BYTES } from "@coffer/contract/versions";
import type { AnyKind } from "@coffer/core/items/kinds";
import { and, eq, inArray, sql } from "drizzle-orm";
import { getOwnScope, type ScopeRow, type Viewer } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { superseded } from "../db/retention-tables.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { checkTexts } from "./check-changes.ts";
import { identityOf } from "./heads.ts";
import { isMessageSignedBy } from "./signed-head.ts";

type Endpoints = typeof oldVersions;
type Portion = ParsedOf<Endpoints["resealVersions"]>;

export const oldVersionHandlers = ({ db }: Deps): Handlers<Endpoints> => ({
  listOldVersions: (input, viewer) => listOldVersions(db, viewer, input),
  resealVersions: async (input, viewer) => {
    await db.transaction((tx) => resealVersions(tx, viewer, input));
    return { success: true };
  },
});

/** @throws AppError not_found, for foreign and unknown scopes alike */
async function listOldVersions(
  db: Db,
  viewer: Viewer,
  { scope, epoch }: ParsedOf<Endpoints["listOldVersions"]>,
): Promise<ReplyOf<Endpoints["listOldVersions"]>> {
  const own = await getOwnScope(db, viewer, scope, "read");
  return { success: true, versions: epoch < own.epoch ? await readPortion(db, own, epoch) : [] };
}

/** As many as fit into one answer, and one at least. Sizes are those in storage, so that no content is read for what does not fit. */
async function readPortion(db: Db, { id }: ScopeRow, epoch: number): Promise<OldVersion[]> {
  const { rows } = await db.execute<OldVersion & Record<string, unknown>>(sql`
    with portion as (select record_id, kind, revision, save_id, seal, fields from ${superseded}
        where scope_id = ${id} and epoch = ${epoch} limit ${VERSIONS_IN_PORTION}),
      sized as (select portion.*, row_number() over as_listed as place, sum(pg_column_size(fields) + pg_column_size(seal)) over as_listed as bytes
        from portion window as_listed as (order by record_id, revision, save_id rows unbounded preceding))
    select record_id as id, kind, revision::float8 as revision, save_id as "saveId", seal, fields
    from sized where place = 1 or bytes <= ${VERSIONS_REPLY_BYTES} order by place`);
  return rows;
}

/** @throws AppError not_found, stale_head once the key in use is another, bad_signature, invalid_input */
async function resealVersions(tx: Tx, viewer: Viewer, portion: Portion): Promise<void> {
  const { scope, oldEpoch, epoch, versions } = portion;
  // Locked: no new key comes in between.
  const own = await getOwnScope(tx, viewer, scope, "lock");
  if (own.epoch !== epoch) throw new AppError("stale_head");
  if (oldEpoch >= epoch) throw new AppError("invalid_input", "The key of before is an earlier one.");
  const digest = createHash("sha256").update(textOfPortion(versions)).digest();
  if (!isMessageSignedBy(await identityOf(tx, own.owner_id), portionMessage(portion, digest), portion.signature))
    throw new AppError("bad_signature");
  await checkPortion(tx, own, versions);
  await replace(tx, portion);
}

/** Each is of the press that it is said to be of, and has the fields of its kind. @throws AppError invalid_input */
async function checkPortion(tx: Tx, { id }: ScopeRow, versions: readonly ResealedVersion[]): Promise<void> {
  const ids = [...new Set(versions.map((version) => version.id))];
  const rows = await tx
    .selectDistinct({ id: superseded.record_id, kind: superseded.kind })
    .from(superseded)
    .where(and(inArray(superseded.record_id, ids), eq(superseded.scope_id, id)));
  const kinds = new Map(rows.map((row) => [row.id, row.kind as AnyKind]));
  for (const { id: recordId, saveId, sealed } of versions) {
    const kind = kinds.get(recordId);
    if (!kind || !sealed) continue;
    if (sealed.saveId.slice(0, PRESS_LENGTH) !== saveId.slice(0, PRESS_LENGTH))
      throw new AppError("invalid_input", "This is another save.");
    checkTexts({ ...sealed, kind }, { saveId });
  }
}

/** What another device has replaced, or what was purged meanwhile, is not there under that key any more. */
async function replace(tx: Tx, { scope, oldEpoch, epoch, versions }: Portion): Promise<void> {
  const named = sql`superseded.scope_id = ${scope} and superseded.epoch = ${oldEpoch}
    and superseded.record_id = old.id and superseded.revision = old.revision and superseded.save_id = old."saveId"`;
  const columns = sql`id uuid, revision bigint, "saveId" text, sealed jsonb`;
  const all = sql`jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as old(${columns})`;
  await tx.execute(sql`
    update superseded set epoch = ${epoch}, save_id = sealed->>'saveId', seal = sealed->>'seal', fields = sealed->'fields'
    from ${all} where ${named} and jsonb_typeof(old.sealed) = 'object'`);
  await tx.execute(sql`delete from superseded using ${all} where ${named} and coalesce(jsonb_typeof(old.sealed), 'null') = 'null'`);
}
