/** The team log on the wire (security design §6): who signs what, and the endpoints that serve and extend it. core/team/log.ts interprets it. */
import { type LogChange, RULES } from "@coffer/core/team/log-state";
import { PERMISSION_FLAGS } from "@coffer/core/team/permissions";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { bytesOfHex, bytesOfId, contextOf } from "./grant-message.ts";
import { Base64Url, Done, Email, GrantText, Hex32, Id, QueryFlag, QueryNumber, Seq, Signature, Time } from "./schemas.ts";

const Flags = z.array(z.enum(PERMISSION_FLAGS)).max(PERMISSION_FLAGS.length);
const Role = z.int().min(1).max(2_147_483_647);
/** 32 bytes as base64url: the public half of a secret. */
const InviteKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** What fits into the text of an entry. */
export const MAX_WITHOUT = 80;

const CHANGES = {
  found: z.strictObject({
    kind: z.literal("found"),
    founder: z.strictObject({ id: Id, email: Email, key: Hex32 }),
    isMember: z.boolean(),
    admins: Flags,
    check: Hex32,
  }),
  invite: z.strictObject({ kind: z.literal("invite"), email: Email, roleId: Role, proof: InviteKey.optional() }),
  withdraw: z.strictObject({ kind: z.literal("withdraw"), invited: z.int().min(1) }),
  admit: z.strictObject({
    kind: z.literal("admit"),
    invited: z.int().min(1),
    member: z.strictObject({ id: Id, key: Hex32 }),
    proof: Signature.optional(),
  }),
  role: z.strictObject({ kind: z.literal("role"), id: Id, roleId: Role }),
  define: z.strictObject({ kind: z.literal("define"), roleId: Role, permissions: Flags }),
  remove: z.strictObject({ kind: z.literal("remove"), id: Id, isClosed: z.literal(true).optional() }),
  key: z.strictObject({
    kind: z.literal("key"),
    epoch: z.int().min(2),
    check: Hex32,
    copies: Hex32.optional(),
    without: z.array(Id).max(MAX_WITHOUT).optional(),
  }),
  rules: z.strictObject({ kind: z.literal("rules"), version: z.literal(RULES) }),
} satisfies { readonly [Kind in LogChange["kind"]]: z.ZodType<Extract<LogChange, { kind: Kind }>> };

const Envelope = z.strictObject({
  team: Id,
  seq: z.int().min(1),
  /** SHA-256 of the previous entry's text; zeros for the first. */
  previous: Hex32,
  by: Id,
  key: Hex32,
  at: Time,
  change: z.looseObject({ kind: z.string() }),
});

/** A parsed entry. `change` is null when its kind is unknown to this version, or malformed. */
export interface ReadEntry extends Omit<z.infer<typeof Envelope>, "change"> {
  readonly change: LogChange | null;
}

/** @returns null when the text is not an entry */
export function readEntry(text: string): ReadEntry | null {
  try {
    const { change, ...rest } = Envelope.parse(JSON.parse(text));
    const shape = Object.hasOwn(CHANGES, change.kind) ? CHANGES[change.kind as LogChange["kind"]] : null;
    const known = shape?.safeParse(change);
    return { ...rest, change: known?.success ? known.data : null };
  } catch {
    return null; // not JSON, or not an entry
  }
}

const PREFIX = "cf1/sig/team\0";
/** What the writer of an entry signs. */
export const entryMessage = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(PREFIX + text) as Uint8Array<ArrayBuffer>;
export const NO_ENTRY = "0".repeat(64);

/** Signed by a member whose copy of the key does not open, so that a stolen token alone cannot remove a copy. */
export const refusedKeyMessage = (teamId: string, grantId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`cf1/sig/refused-key\0${teamId} ${grantId}`) as Uint8Array<ArrayBuffer>;

/** Signed by an account that leaves a team whose log does not have it, or that it cannot verify; otherwise it signs an entry (`Leaving`). */
export const leavingMessage = (teamId: string, accountId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`cf1/sig/leave\0${teamId} ${accountId}`) as Uint8Array<ArrayBuffer>;

/**
 * Signed with the secret of an invitation's link by the person who joins: this account and this key are theirs, in this team.
 * @param member - `key`: hex fingerprint
 */
export const invitedMessage = (teamId: string, { id, key }: { readonly id: string; readonly key: string }): Uint8Array<ArrayBuffer> =>
  contextOf("invited", [bytesOfId(teamId), bytesOfId(id), bytesOfHex(key)]);

/** As it is stored and served, byte for byte: the signature covers the text. */
export const SignedEntry = z.strictObject({ text: z.string().min(1).max(4096), signature: Signature });
export type SignedEntry = z.infer<typeof SignedEntry>;

/** The entry in which the caller signs their own leaving. */
export const Leaving = z.strictObject({ since: Seq, entry: SignedEntry });
export type Leaving = z.infer<typeof Leaving>;

/** A copy of the team's key for a member. */
const KeyGrant = z.strictObject({ id: Id, memberId: Id, epoch: z.int().min(1), createdAt: Time, key: GrantText });

/** Strict: see Note: Strict (account.ts). */
const TeamLog = z.strictObject({
  success: z.literal(true),
  /** After `since`. */
  entries: z.array(SignedEntry),
  /** Public keys of everyone who wrote one of the entries or grants. */
  authors: z.array(Base64Url),
  /** The caller's copies of the team's key. */
  keys: z.array(KeyGrant.extend({ senderId: Id })),
  /** Member ids according to the server; the log decides which of them count. */
  members: z.array(Id),
  /** The members who lack the newest key, or all of them with `all`. `proof`: of the invitation's secret. */
  people: z.array(z.strictObject({ id: Id, email: z.string(), publicKey: Base64Url, proof: Signature.nullable() })),
});
export type TeamLog = z.infer<typeof TeamLog>;

export const log = {
  readLog: endpoint({
    method: "GET",
    path: "/teams/:id/log",
    access: "signed-in",
    summary: "The signed log of a team after an entry, the caller's copies of its key, and who lacks one.",
    input: () => z.strictObject({ id: Id, since: QueryNumber.default(0), all: QueryFlag.default(false) }),
    reply: () => TeamLog,
    refuses: ["forbidden", "not_found"],
  }),
  writeLog: endpoint({
    method: "POST",
    path: "/teams/:id/log",
    access: "signed-in",
    summary:
      "Adds entries after the newest one, signed by the caller, and copies of the team's key for members. Nothing is ever changed or taken out.",
    // 50 changes, and the one that says which rules count.
    input: () => z.strictObject({ id: Id, since: Seq, entries: z.array(SignedEntry).max(51), keys: z.array(KeyGrant).max(1000) }),
    maxBytes: 4_194_304,
    reply: () => Done,
    refuses: ["forbidden", "not_found", "stale_head", "bad_signature", "team_key_incomplete"],
  }),
  refuseKey: endpoint({
    method: "POST",
    path: "/teams/:id/refused-key",
    access: "signed-in",
    summary:
      "Reports, signed by the caller, that the caller's copy of the team's key does not open. The copy is dropped, and another member who has the key gives a new one.",
    input: () => z.strictObject({ id: Id, grantId: Id, signature: Signature }),
    reply: () => Done,
    refuses: ["forbidden", "not_found", "bad_signature"],
  }),
  proveInvited: endpoint({
    method: "PUT",
    path: "/team/invited-proof",
    access: "signed-in",
    summary:
      "Proves that the caller has the secret of the invitation's link. The proof is stored with the membership until a member has added it to the log.",
    input: () => z.strictObject({ proof: Signature }),
    reply: () => Done,
    refuses: ["forbidden"],
  }),
};
