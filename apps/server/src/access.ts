/** Who may do what, decided in one place; anything not allowed here is refused. A foreign record answers like an unknown one. */
import { AppError } from "@coffer/contract/errors";
import type { Language } from "@coffer/core/device/languages";
import { KIND_NAMES, type RecordKind } from "@coffer/core/items/kinds";
import { type PermissionSet, permissionsWhere } from "@coffer/core/team/permissions";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "./db/connect.ts";
import { shareGrant } from "./db/sharing-tables.ts";
import { record, scope } from "./db/tables.ts";
import type { role } from "./db/team-tables.ts";
import { isKeyOld } from "./sharing/exposed-key.ts";

/** Who is asking. Made by account/sessions.ts from a live session, and by `anonymousViewer` for all other callers. */
export interface Viewer {
  readonly accountId: string;
  readonly sessionId: string;
  readonly personalScopeId: string;
  /** Whether the master password was given in this session a short while ago. */
  readonly hasFreshProof: boolean;
  /** Whether the device of the session signs its calls: then one that is not signed is not the device's. */
  readonly isGuarded: boolean;
  /** Whether the caller shows that it has the account's keys. See Note: Locked (contract/session-half.ts). */
  readonly showsKeys: () => Promise<boolean>;
  /** Its device is locked, and the caller shows no keys. */
  readonly isLocked: boolean;
  /** Network address, for limits only. */
  readonly address: string;
  /** Browser and system, for the list of devices and the audit log. */
  readonly device: string;
  /** What the browser asks for: of emails to an address that has no account yet, and of an account from its next sign-in on. */
  readonly language: Language;
}

/** A caller without a session: it has an address, and any question about its account is refused. */
export function anonymousViewer({ address, device, language }: Pick<Viewer, "address" | "device" | "language">): Viewer {
  const refuse = (): never => {
    throw new AppError("authentication_required");
  };
  return {
    address,
    device,
    language,
    get accountId() {
      return refuse();
    },
    get sessionId() {
      return refuse();
    },
    get personalScopeId() {
      return refuse();
    },
    hasFreshProof: false,
    isGuarded: false,
    showsKeys: async () => false,
    isLocked: false,
  };
}

/** Whose budget a question counts for: a stolen token, without the account's keys, uses up none of its owner's. */
export const askerOf = async ({ accountId, showsKeys }: Pick<Viewer, "accountId" | "showsKeys">): Promise<string> =>
  (await showsKeys()) ? accountId : `${accountId} without keys`;

/**
 * What cannot be undone, or opens a way in, must not be possible with a stolen token alone: not in the minutes after its owner has given the master password either.
 * @throws AppError fresh_proof_needed
 */
export async function requireFreshProof(viewer: Pick<Viewer, "hasFreshProof" | "isGuarded" | "showsKeys">): Promise<void> {
  requirePassword(viewer);
  if (viewer.isGuarded && !(await viewer.showsKeys())) throw new AppError("fresh_proof_needed");
}

/** Of what the account's identity signs by itself. @throws AppError fresh_proof_needed */
export function requirePassword({ hasFreshProof }: Pick<Viewer, "hasFreshProof">): void {
  if (!hasFreshProof) throw new AppError("fresh_proof_needed");
}

/** The token of a locked session reads nothing but what an unlock needs. @throws AppError fresh_proof_needed */
export function requireUnlocked({ isLocked }: Pick<Viewer, "isLocked">): void {
  if (isLocked) throw new AppError("fresh_proof_needed");
}

export type ScopeRow = typeof scope.$inferSelect;
export type RecordRow = typeof record.$inferSelect;
/** `lock` keeps others from writing the scope until the transaction ends. */
export type Mode = "read" | "lock";

/**
 * A scope that the viewer owns.
 * @throws AppError not_found, for foreign and unknown ones alike.
 */
export async function getOwnScope(tx: Db | Tx, viewer: Viewer, scopeId: string, mode: Mode): Promise<ScopeRow> {
  const query = tx
    .select()
    .from(scope)
    .where(and(eq(scope.id, scopeId), eq(scope.owner_id, viewer.accountId)));
  const [row] = mode === "lock" ? await query.for("update") : await query;
  if (!row) throw new AppError("not_found");
  return row;
}

/** What a viewer may do in a scope, from most to least. Anything not allowed to "write" or "read" below is the owner's alone. */
type Relation = "owner" | "write" | "read";

/** A grant to the viewer, or to the team that they are in now; never the viewer's own grant to their own team. */
export const isGrantedTo = ({ accountId }: Pick<Viewer, "accountId">): SQL | undefined =>
  or(
    eq(shareGrant.recipient_id, accountId),
    and(ne(shareGrant.sender_id, accountId), sql`${shareGrant.team_id} = (select m.team_id from account m where m.id = ${accountId})`),
  );

/** A grant that counts at that time. */
export const isLiveGrant = (viewer: Pick<Viewer, "accountId">, at: Date): SQL | undefined =>
  and(isGrantedTo(viewer), isNull(shareGrant.ended_at), or(isNull(shareGrant.expires_at), gt(shareGrant.expires_at, at)));

export interface AccessibleScope extends ScopeRow {
  readonly relation: Relation;
  /** For its owner, when it is locked: whether someone who lost access has its key. */
  readonly isKeyOld: boolean;
}

/** What the viewer has been given of a scope, in one look with the scope: a row for each grant, or one without. */
const givenOf = (viewer: Viewer, at: Date): SQL | undefined => and(eq(shareGrant.scope_id, scope.id), isLiveGrant(viewer, at));

/** @returns null where there is none, for foreign and unknown scopes alike */
function relationIn(
  { accountId }: Viewer,
  rows: readonly { readonly ownerId: string; readonly permission: "read" | "write" | null }[],
): Relation | null {
  if (rows[0]?.ownerId === accountId) return "owner";
  // Of a grant to the person and one to the team, the one that allows more counts (decision C-33).
  return rows.find(({ permission }) => permission === "write")?.permission ?? rows[0]?.permission ?? null;
}

async function findAccessibleScope(tx: Db | Tx, viewer: Viewer, scopeId: string, at: Date): Promise<AccessibleScope | null> {
  const rows = await tx
    .select({ scope, ownerId: scope.owner_id, permission: shareGrant.permission })
    .from(scope)
    .leftJoin(shareGrant, givenOf(viewer, at))
    .where(eq(scope.id, scopeId));
  const relation = relationIn(viewer, rows);
  return rows[0] && relation ? { ...rows[0].scope, relation, isKeyOld: false } : null;
}

/**
 * A scope that the viewer may read. It is locked only for a viewer who may write it.
 * @throws AppError not_found, for foreign and unknown ones alike; forbidden when a reader wants to write
 */
export async function getAccessibleScope(tx: Db | Tx, viewer: Viewer, scopeId: string, mode: Mode, at: Date): Promise<AccessibleScope> {
  const [locked] = mode === "lock" ? await lockWritable(tx, viewer, scopeId, at) : [];
  // The owner of a scope never changes; a grant may have ended while its holder waited for the lock.
  if (locked?.scope.owner_id === viewer.accountId)
    return { ...locked.scope, relation: "owner", isKeyOld: await isHeld(tx, locked.scope, at) };
  const seen = await findAccessibleScope(tx, viewer, scopeId, at);
  if (!seen) throw new AppError("not_found");
  if (mode === "read") return seen;
  if (seen.relation !== "write" || !locked) throw new AppError("forbidden");
  return seen;
}

/** Given to the viewer alone, or to a team whose log has the viewer: clients believe no one else. */
const isGivenToWrite = ({ accountId }: Viewer): SQL | undefined =>
  and(
    eq(shareGrant.permission, "write"),
    or(isNull(shareGrant.team_id), sql`(select m.is_in_log from account m where m.id = ${accountId})`),
  );

/** Asked once the scope is locked: the statement that waited for the lock sees the shares as they were before. */
async function isHeld(tx: Db | Tx, { id, kind }: ScopeRow, at: Date): Promise<boolean> {
  if (kind === "personal") return false;
  const [row] = await tx
    .select({ isOld: isKeyOld(at) })
    .from(scope)
    .where(eq(scope.id, id));
  return row?.isOld ?? false;
}

function lockWritable(tx: Db | Tx, viewer: Viewer, scopeId: string, at: Date): Promise<{ scope: ScopeRow }[]> {
  return tx
    .select({ scope })
    .from(scope)
    .leftJoin(shareGrant, givenOf(viewer, at))
    .where(and(eq(scope.id, scopeId), or(eq(scope.owner_id, viewer.accountId), isGivenToWrite(viewer))))
    .for("update", { of: scope });
}

const ITEM_KINDS: readonly RecordKind[] = KIND_NAMES;
const isOfKind = (kind: RecordKind | "item"): SQL => inArray(record.kind, [...(kind === "item" ? ITEM_KINDS : [kind])]);

/**
 * A live record that the viewer may read, of one kind, or of any kind of item.
 * @throws AppError not_found, for foreign, deleted and unknown ones alike
 */
export async function getAccessibleRecord(
  tx: Db | Tx,
  viewer: Viewer,
  id: string,
  kind: RecordKind | "item",
  at: Date,
): Promise<RecordRow> {
  const rows = await tx
    .select({ record, ownerId: scope.owner_id, permission: shareGrant.permission })
    .from(record)
    .innerJoin(scope, eq(scope.id, record.scope_id))
    .leftJoin(shareGrant, givenOf(viewer, at))
    .where(and(eq(record.id, id), isOfKind(kind), eq(record.state, "live")));
  if (!rows[0] || !relationIn(viewer, rows)) throw new AppError("not_found");
  return rows[0].record;
}

/**
 * The scope of a record that the viewer may write, whatever its state, locked.
 * @throws AppError not_found, for foreign and unknown records alike; forbidden to a reader
 */
export async function lockAccessibleScopeOf(tx: Tx, viewer: Viewer, recordId: string, at: Date): Promise<AccessibleScope> {
  const [row] = await tx.select({ scopeId: record.scope_id }).from(record).where(eq(record.id, recordId));
  if (!row) throw new AppError("not_found");
  return getAccessibleScope(tx, viewer, row.scopeId, "lock", at);
}

/**
 * A live record that the viewer owns, of one kind, or of any kind of item.
 * @throws AppError not_found, for foreign, deleted and unknown ones alike.
 */
export async function getRecord(tx: Db | Tx, viewer: Viewer, id: string, kind: RecordKind | "item"): Promise<RecordRow> {
  const [row] = await tx
    .select()
    .from(record)
    .where(and(eq(record.id, id), eq(record.owner_id, viewer.accountId), isOfKind(kind), eq(record.state, "live")));
  if (!row) throw new AppError("not_found");
  return row;
}

/**
 * Locks the viewer's own scope that holds this record, whatever the record's state.
 * @throws AppError not_found, for foreign and unknown records alike
 */
export async function lockOwnScopeOf(tx: Tx, viewer: Viewer, recordId: string): Promise<ScopeRow> {
  const [row] = await tx
    .select({ scopeId: record.scope_id })
    .from(record)
    .where(and(eq(record.id, recordId), eq(record.owner_id, viewer.accountId)));
  if (!row) throw new AppError("not_found");
  return getOwnScope(tx, viewer, row.scopeId, "lock");
}

/** The flags of a role, each a column; the first role has them all, whatever its row says. */
export const permissionsOf = (row: typeof role.$inferSelect): PermissionSet =>
  permissionsWhere((flag) => row.id === SUPER_ADMIN || row[flag]);
