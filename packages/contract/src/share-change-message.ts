/** The bytes that the owner of a share signs to change it; client and server must agree on them (security design §6): a token alone changes nothing. */
import { bytesOfId, contextOf, joined, number, prefixed, utf8 } from "./grant-message.ts";
import type { LinkedGrants } from "./sharing.ts";

const PREFIX = "cf1/sig/share-change\0";
const LABEL = "share-change";
/** Numbers of what is changed, and of levels; never reused. */
const WHAT = { end: 1, expiry: 2, level: 3, given: 4, linked: 5 } as const;
const LEVEL = { read: 1, write: 2 } as const;

interface GrantOfChange {
  readonly permission: "read" | "write";
  readonly createdAt: number;
  readonly epoch: number;
  readonly teamEpoch: number | null;
  readonly sharedKey: string;
}

export type ShareChange =
  | { readonly what: "end" }
  /** Milliseconds since 1970; null for never. */
  | { readonly what: "expiry"; readonly expiresAt: number | null }
  /** With the new grant, which carries it. */
  | ({ readonly what: "level" } & GrantOfChange)
  /** A grant in a scope that is there already: a new one, or one in place of another. */
  | ({ readonly what: "given"; readonly expiresAt: number | null } & GrantOfChange)
  /** SHA-256 of `linkedGrantsBytes`. */
  | { readonly what: "linked"; readonly digest: Uint8Array };

export interface SignedShareChange {
  /** Of the item for linked grants, which are changed together. */
  readonly grantId: string;
  readonly scopeId: string;
  readonly change: ShareChange;
  /** The scope's stamp, which grows with every change, so that a statement counts once; 0 for an end, which is final. */
  readonly ownSeq: number;
}

/** @returns the message that Ed25519 signs */
export function shareChangeMessage({ grantId, scopeId, change, ownSeq }: SignedShareChange): Uint8Array<ArrayBuffer> {
  const parts = [bytesOfId(grantId), bytesOfId(scopeId), number(WHAT[change.what], 1), bytesOf(change), number(ownSeq, 8)];
  return joined(utf8(PREFIX), contextOf(LABEL, parts));
}

function bytesOf(change: ShareChange): Uint8Array {
  if (change.what === "end") return new Uint8Array(0);
  if (change.what === "expiry") return number(change.expiresAt ?? 0, 8);
  if (change.what === "linked") return change.digest;
  const { permission, createdAt, epoch, teamEpoch, sharedKey } = change;
  const end = change.what === "given" ? number(change.expiresAt ?? 0, 8) : new Uint8Array(0);
  return joined(number(LEVEL[permission], 1), number(createdAt, 8), number(epoch, 4), number(teamEpoch ?? 0, 4), end, utf8(sharedKey));
}

/** What is hashed of linked grants. */
export const linkedGrantsBytes = (grants: LinkedGrants): Uint8Array<ArrayBuffer> =>
  joined(
    ...grants.flatMap(({ along, shareId, createdAt, teamEpoch, sharedKey }) => [
      ...[bytesOfId(along), bytesOfId(shareId), number(createdAt, 8), number(teamEpoch ?? 0, 4)],
      prefixed(utf8(sharedKey)),
    ]),
  );
