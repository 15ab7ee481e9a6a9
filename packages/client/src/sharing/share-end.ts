/**
 * When shares end (security design §6). A grant says it, signed by its giver, so that the server cannot prolong what a recipient's client shows and
 * uses. Grants of before do not say; there the server's row is all that a recipient has.
 */
import type { OwnGrant } from "@coffer/contract/own-message";
import type { SharedItem } from "@coffer/contract/sharing";
import { endOfGrant } from "@coffer/crypto";
import type { TrustStore } from "./trust-store.ts";

/** Milliseconds since 1970; null for never. */
type End = number | null;

export const isOver = (end: End, now: number): boolean => end !== null && end <= now;

/** Null only if both are. */
export const earlier = (one: End, other: End): End => (one === null || other === null ? (one ?? other) : Math.min(one, other));

/** @returns undefined where it does not say, or has ended */
const signedEnd = ({ shared_key, own_grant }: SharedItem): End | undefined => endOfGrant(own_grant ?? shared_key ?? "");

/** The end that the giver signed, or the server's, if that is earlier. @param row - with a verified grant */
export const endOf = (row: SharedItem): End => earlier(signedEnd(row) ?? null, row.expires_at);

/** What a grant says of its end, by its giver's signature, and when that was signed. */
export interface SignedEnd {
  readonly createdAt: number;
  /** Undefined in a grant of before, which does not say. */
  readonly end: End | undefined;
}

/** @param row - with a verified grant */
export const signedEndOf = (row: SharedItem): SignedEnd => ({ createdAt: row.created_at, end: signedEnd(row) });

/**
 * When a share ends as far as its owner states it, so that a grant that was replaced, by one that ends earlier, is not used again. A grant that is newer than the
 * statement says it itself: it may have been prolonged since.
 * @param stated - of that grant; undefined where the statement does not list it
 */
export function endAsStated(stated: OwnGrant | undefined, { createdAt, end }: SignedEnd): End {
  if (stated === undefined) return end ?? null;
  if (stated.level === "ended") return createdAt < stated.before ? 0 : (end ?? null);
  // Anyone who signs a grant that says its end replaces one that does not.
  const isReplaced = end === undefined || (stated.since !== undefined && createdAt < stated.since);
  return isReplaced ? earlier(stated.until, end ?? null) : end;
}

/**
 * What the owner signs again with the next grant: nothing that the server alone says prolongs a share, nor a grant from before the newest.
 * @param row - with a verified grant
 */
export function endToKeep({ until, given }: Pick<TrustStore, "until" | "given">, row: SharedItem): End {
  const signed = signedEndOf(row);
  const stated = { level: row.permission_level, until: until[row.scope_id]?.[row.id] ?? null, ...sinceIn(given, row.scope_id, row.id) };
  return signed.end === undefined ? earlier(stated.until, row.expires_at) : endAsStated(stated, signed);
}

type Recorded = Pick<TrustStore, "until" | "given">;

/**
 * As the owner's list shows it: by the account's own record, where that knows the grant. What a version of before has given says no end there.
 * @param row - with a verified grant, or with none where the server says that it has expired
 */
export function endForOwner({ until, given }: Recorded, row: SharedItem): End {
  if (given[row.scope_id]?.[row.id]?.since === undefined) return endOf(row);
  return row.own_grant === null ? (until[row.scope_id]?.[row.id] ?? null) : endToKeep({ until, given }, row);
}

/** As the owner's list shows it. */
export const levelForOwner = ({ given }: Pick<TrustStore, "given">, row: SharedItem): SharedItem["permission_level"] =>
  given[row.scope_id]?.[row.id]?.permission ?? row.permission_level;

/** When this account last signed that grant, where it knows. */
export function sinceIn(given: TrustStore["given"], scopeId: string, grantId: string): { readonly since?: number } {
  const since = given[scopeId]?.[grantId]?.since;
  return since === undefined ? {} : { since };
}

/** For the next grant of a share: after every one of before, whichever device signed them with whatever clock. @param row - with a verified grant */
export const nextSince = ({ given }: Pick<TrustStore, "given">, now: number, scopeId: string, grantId: string, row?: SharedItem): number =>
  Math.max(now, (sinceIn(given, scopeId, grantId).since ?? 0) + 1, (row?.created_at ?? 0) + 1);
