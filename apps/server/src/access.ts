/** Who may do what, decided in one place; whatever is not allowed here is refused. What is not yours answers like what does not exist. */
import { AppError } from "@coffer/contract/errors";
import { KIND_NAMES, type RecordKind } from "@coffer/core/items/kinds";
import { type PermissionSet, permissionsWhere } from "@coffer/core/team/permissions";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, inArray } from "drizzle-orm";
import type { Db, Tx } from "./db/connect.ts";
import { record, scope } from "./db/tables.ts";
import type { role } from "./db/team-tables.ts";

/** Who is asking. Made by account/sessions.ts from a live session and by `anonymousViewer` for everybody else. */
export interface Viewer {
  readonly accountId: string;
  readonly sessionId: string;
  readonly personalScopeId: string;
  /** Whether the master password was given in this session a short while ago. */
  readonly hasFreshProof: boolean;
  /** Network address, for limits only. */
  readonly address: string;
  /** Browser and system, for the list of devices and the audit log. */
  readonly device: string;
}

/** Somebody without a session: has an address, and any question about the account is a refusal. */
export function anonymousViewer(address: string, device: string): Viewer {
  const refuse = (): never => {
    throw new AppError("authentication_required");
  };
  return {
    address,
    device,
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
  };
}

/** What cannot be taken back, or opens a door, a stolen token alone must not do. @throws AppError fresh_proof_needed */
export function requireFreshProof({ hasFreshProof }: Pick<Viewer, "hasFreshProof">): void {
  if (!hasFreshProof) throw new AppError("fresh_proof_needed");
}

export type ScopeRow = typeof scope.$inferSelect;
export type RecordRow = typeof record.$inferSelect;
/** `lock` keeps others from writing the scope until the transaction ends. */
export type Mode = "look" | "lock";

/**
 * A scope that the viewer may read and write: so far, one's own.
 * @throws AppError not_found, for foreign and unknown ones alike.
 */
export async function getScope(tx: Db | Tx, viewer: Viewer, scopeId: string, mode: Mode): Promise<ScopeRow> {
  const query = tx
    .select()
    .from(scope)
    .where(and(eq(scope.id, scopeId), eq(scope.owner_id, viewer.accountId)));
  const [row] = mode === "lock" ? await query.for("update") : await query;
  if (!row) throw new AppError("not_found");
  return row;
}

const ITEM_KINDS: readonly RecordKind[] = KIND_NAMES;

/**
 * A live record that the viewer owns, of one kind, or of any kind of item.
 * @throws AppError not_found, for foreign, deleted and unknown ones alike.
 */
export async function getRecord(tx: Db | Tx, viewer: Viewer, id: string, kind: RecordKind | "item"): Promise<RecordRow> {
  const kinds = kind === "item" ? ITEM_KINDS : [kind];
  const [row] = await tx
    .select()
    .from(record)
    .where(and(eq(record.id, id), eq(record.owner_id, viewer.accountId), inArray(record.kind, [...kinds]), eq(record.state, "live")));
  if (!row) throw new AppError("not_found");
  return row;
}

/**
 * Locks the scope that a record of the viewer's lies in, whatever its state.
 * @throws AppError not_found, for foreign and unknown records alike
 */
export async function lockScopeOf(tx: Tx, viewer: Viewer, recordId: string): Promise<ScopeRow> {
  const [row] = await tx
    .select({ scopeId: record.scope_id })
    .from(record)
    .where(and(eq(record.id, recordId), eq(record.owner_id, viewer.accountId)));
  if (!row) throw new AppError("not_found");
  return getScope(tx, viewer, row.scopeId, "lock");
}

/** The flags of a role, each a column; the first role has them all, whatever its row says. */
export const permissionsOf = (row: typeof role.$inferSelect): PermissionSet =>
  permissionsWhere((flag) => row.id === SUPER_ADMIN || row[flag]);
