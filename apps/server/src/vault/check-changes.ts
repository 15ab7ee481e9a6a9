/** Whether a list of changes may be applied to a scope: pure, so that every rule is seen in one place. */
import { AppError } from "@coffer/contract/errors";
import type { Change, PutChange } from "@coffer/contract/record";
import { isSearchedByHost } from "@coffer/contract/search-tokens";
import { type RecordKind, wireFields } from "@coffer/core/items/kinds";

/** What is stored under an id. */
export interface Known {
  readonly scopeId: string;
  readonly ownerId: string;
  readonly kind: string;
  readonly revision: number;
  readonly deletedAt: Date | null;
}

export interface CheckedChanges {
  readonly puts: readonly PutChange[];
  readonly removedIds: readonly string[];
  /** How many more live records there will be; negative when fewer. */
  readonly newCount: number;
}

/** @throws AppError stale_revision, id_taken, not_found, invalid_input */
export function checkChanges(
  target: { readonly id: string },
  accountId: string,
  changes: readonly Change[],
  known: ReadonlyMap<string, Known>,
): CheckedChanges {
  const byId = new Map(changes.map((change) => [change.id, change]));
  if (byId.size !== changes.length) throw new AppError("invalid_input", "The same id is changed twice.");
  const puts: PutChange[] = [];
  const removedIds: string[] = [];
  let newCount = 0;
  for (const change of changes) {
    const stored = known.get(change.id);
    const isLive = stored?.deletedAt === null;
    if (change.op === "remove") {
      if (!isLive || stored.scopeId !== target.id) throw new AppError("not_found");
      removedIds.push(change.id);
      newCount--;
      continue;
    }
    checkVersion(change, stored, target.id);
    checkContent(change);
    checkVault(change, accountId, byId, known);
    puts.push(change);
    if (!isLive) newCount++;
  }
  return { puts, removedIds, newCount };
}

/** A new record begins at 1; any other is the next of what is stored, also when it comes back from the trash. */
function checkVersion(put: PutChange, stored: Known | undefined, scopeId: string): void {
  if (put.revision === 1) {
    if (stored) throw new AppError("id_taken");
    return;
  }
  if (!stored || stored.scopeId !== scopeId) throw new AppError("not_found");
  if (stored.kind !== put.kind) throw new AppError("invalid_input", "The kind of a record never changes.");
  if (stored.revision + 1 !== put.revision) throw new AppError("stale_revision");
}

const NAMES = new Map<RecordKind, ReadonlySet<string>>();
function namesOf(kind: RecordKind): ReadonlySet<string> {
  const names = NAMES.get(kind) ?? new Set(wireFields(kind).map(([, wire]) => wire));
  NAMES.set(kind, names);
  return names;
}

function checkContent({ kind, fields, categoryId, searchTokens = [] }: PutChange): void {
  const names = namesOf(kind);
  for (const name in fields) if (!names.has(name)) throw new AppError("invalid_input", `The field "${name}" does not belong to this kind.`);
  if (kind === "category" && categoryId !== null) throw new AppError("invalid_input", "A vault is not in another vault.");
  if (searchTokens.length > 0 && !isSearchedByHost(kind)) throw new AppError("invalid_input", "This kind is not searched by host.");
}

/** The vault an item lies in: a live one of the same account, or one that this very write makes. */
function checkVault(put: PutChange, accountId: string, byId: ReadonlyMap<string, Change>, known: ReadonlyMap<string, Known>): void {
  if (put.categoryId === null) return;
  const change = byId.get(put.categoryId);
  if (change) {
    if (change.op === "put" && change.kind === "category") return;
    throw new AppError("not_found");
  }
  const stored = known.get(put.categoryId);
  if (stored?.kind !== "category" || stored.ownerId !== accountId || stored.deletedAt !== null) throw new AppError("not_found");
}
