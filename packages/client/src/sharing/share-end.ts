/**
 * When shares end (security design §6). A grant says it, signed by its giver, so that the server cannot prolong what a recipient's client shows and
 * uses. Grants of before do not say; there the server's row is all that a recipient has.
 */
import type { SharedItem } from "@coffer/contract/sharing";
import { endOfGrant } from "@coffer/crypto";
import type { TrustStore } from "./trust-store.ts";

/** Milliseconds since 1970; null for never. */
type End = number | null;

export const isOver = (end: End, now: number): boolean => end !== null && end <= now;

/** Null only if both are. */
const earlier = (one: End, other: End): End => (one === null || other === null ? (one ?? other) : Math.min(one, other));

/** @returns undefined where it does not say, or has ended */
const signedEnd = ({ shared_key, own_grant }: SharedItem): End | undefined => endOfGrant(own_grant ?? shared_key ?? "");

/** The end that the giver signed, or the server's, if that is earlier. @param row - with a verified grant */
export const endOf = (row: SharedItem): End => earlier(signedEnd(row) ?? null, row.expires_at);

/** What the owner signs again with the next grant: nothing that the server alone says prolongs a share. @param row - with a verified grant */
export function endToKeep({ until }: Pick<TrustStore, "until">, row: SharedItem): End {
  const signed = signedEnd(row);
  return signed === undefined ? earlier(until[row.scope_id]?.[row.id] ?? null, row.expires_at) : signed;
}
