/**
 * What a member who may write another's scope cannot change in it: who owns what, what the vault is, and what is its owner's alone (permissions, Content).
 * What a member made there is theirs: they decide on its mark, its return from the trash and its deletion, but not on its place.
 */
import { AppError } from "@coffer/contract/errors";
import type { Change, PutChange } from "@coffer/contract/record";
import type { ScopeRow, Viewer } from "../access.ts";
import type { Known, KnownById } from "./check-changes.ts";

type Writer = Pick<Viewer, "accountId">;

/** @throws AppError forbidden */
export function checkMembersChanges(
  target: Pick<ScopeRow, "kind">,
  { accountId }: Writer,
  changes: readonly Change[],
  known: KnownById,
): void {
  const isAllowed = (change: Change): boolean => {
    const stored = known.get(change.id);
    return stored?.makerId === accountId ? isMakers(change, stored) : isMembers(target, change, stored);
  };
  if (!changes.every(isAllowed)) throw new AppError("forbidden");
}

/** It stays in the vault: taking it out is a move. */
const isMakers = (change: Change, { kind, categoryId }: Known): boolean =>
  kind !== "category" && ((change.op !== "place" && change.op !== "put") || change.categoryId === categoryId);

function isMembers({ kind }: Pick<ScopeRow, "kind">, change: Change, stored: Known | undefined): boolean {
  if (change.op === "place" || change.op === "purge") return false;
  if (stored?.kind === "category") return false;
  if (change.op === "trash") return true;
  if (change.kind === "category" || (stored && stored.state !== "live")) return false;
  return stored ? hasSamePlace(change, stored) : kind === "vault" && isNewItem(change);
}

/** Vault, favourite and auto-login are the owner's: a save that changes them was made against another place than the stored one. */
const hasSamePlace = (put: PutChange, { categoryId, favourite, autoLogin }: Known): boolean =>
  put.categoryId === categoryId && put.favourite === favourite && put.autoLogin === autoLogin;

/** In the vault, and no one's favourite yet. */
const isNewItem = ({ categoryId, favourite }: PutChange): boolean => categoryId !== null && !favourite;
