/** Shares, for tests: what a client would send, with noise in place of sealed texts. */
import { randomBytes } from "node:crypto";
import { type ShareChange, shareChangeMessage } from "@coffer/contract/share-change-message";
import { firstHead, type Stored, signMessage, writeAfter } from "./identities.ts";
import { type Answer, hex, id, type Person, type Server, sealed } from "./world.ts";

/** A grant that says when it ends, of the right shape: the server cannot tell it from a real one. */
export function grantUntil(end: number): string {
  const bytes = Buffer.concat([Buffer.from([3, 1]), Buffer.alloc(48), randomBytes(1232)]);
  bytes.writeBigUInt64BE(BigInt(end), 42);
  return `3.${bytes.toString("base64url")}`;
}

/** One that does not say. */
export const grantText = (): string => `3.${Buffer.concat([Buffer.from([1, 1]), randomBytes(1232)]).toString("base64url")}`;

export type Put = Record<string, unknown> & { readonly id: string };

/** A record as it is sealed for another scope. */
export const again = (put: Put, more: Record<string, unknown> = {}): Put => ({
  ...put,
  revision: Number(put.revision) + 1,
  saveId: hex(16),
  seal: sealed(),
  trashedAt: null,
  ...more,
});

/** The present seq and generation of a scope. */
export async function storedScope(server: Server, scopeId: string): Promise<Stored> {
  const text =
    "select s.id, s.seq::int, s.generation, h.head from scope s join head h on h.scope_id = s.id and h.seq = s.seq where s.id = $1";
  return (await server.pool.query<Stored>(text, [scopeId])).rows[0] as Stored;
}

/** The signed part of the next write of a scope, as of a device that knows that the next key has to wait: most scopes here have someone whose access is over. */
export const signedBy = async (server: Server, person: Person, scopeId: string) => ({
  ...writeAfter(person.form.publicKey, await storedScope(server, scopeId)),
  keyWaits: true as const,
});

/** Out of the personal scope into a new one. */
export async function moveOut(server: Server, owner: Person, kind: "item" | "vault", puts: readonly Put[], scope = id()) {
  const from = { scope: owner.scopeId, ...(await signedBy(server, owner, owner.scopeId)) };
  return { from, to: { scope, kind, baseSeq: 0, ...firstHead(owner.form.publicKey, scope) }, records: puts.map((put) => again(put)) };
}

export interface ShareMade {
  readonly shareId: string;
  readonly scopeId: string;
  readonly answer: Answer;
}

interface ShareMore {
  readonly permissionLevel?: "read" | "write";
  readonly expiresAt?: number | null;
}

export const shareWords = ({ email }: Pick<Person, "email">, more: ShareMore = {}) => ({
  sharedWithEmail: email,
  permissionLevel: "read" as "read" | "write",
  expiresAt: null,
  shareId: id(),
  sharedKey: grantText(),
  createdAt: Date.UTC(2025, 3, 1),
  epoch: 1,
  ...more,
});

/** Shares an item that is in the owner's personal scope. */
export async function shareItem(server: Server, owner: Person, put: Put, recipient: Person, more: ShareMore = {}): Promise<ShareMade> {
  const move = await moveOut(server, owner, "item", [put]);
  const words = { ...shareWords(recipient, more), itemId: put.id, itemType: put.kind, move };
  return { shareId: words.shareId, scopeId: move.to.scope, answer: await owner.call("POST", "/share/item", words) };
}

/** Shares a vault with what is in it. */
export async function shareVault(
  server: Server,
  owner: Person,
  vault: Put,
  items: readonly Put[],
  recipient: Person,
  more: ShareMore = {},
) {
  const move = await moveOut(server, owner, "vault", [vault, ...items]);
  const words = { ...shareWords(recipient, more), categoryId: vault.id, move };
  return { shareId: words.shareId, scopeId: move.to.scope, answer: await owner.call("POST", "/share/category", words) };
}

/** What a change of a share carries, signed by this person for the scope as it is now. @param scopeId - of the share, where there is none yet */
export async function stated(server: Server, who: Person, grantId: string, change: ShareChange, scopeId?: string) {
  const text = "select scope_id as id from share_grant where id = $1";
  const found = scopeId ?? (await server.pool.query<{ id: string }>(text, [grantId])).rows[0]?.id;
  if (found === undefined) return {};
  const { rows } = await server.pool.query<{ stamp: number }>("select stamp from scope where id = $1", [found]);
  const ownSeq = change.what === "end" ? 0 : (rows[0]?.stamp ?? 0);
  const signature = signMessage(who.form.publicKey, shareChangeMessage({ grantId, scopeId: found, change, ownSeq }));
  return change.what === "end" ? { signature } : { ownSeq, signature };
}

export const endShare = async (server: Server, who: Person, shareId: string, path = "/share/item"): Promise<Answer> =>
  who.call("DELETE", `${path}/${shareId}`, await stated(server, who, shareId, { what: "end" }));

export const setEnd = async (server: Server, who: Person, shareId: string, expiresAt: number | null, path = "/share/item") =>
  who.call("PUT", `${path}/${shareId}/expiry`, {
    expires_at: expiresAt,
    ...(await stated(server, who, shareId, { what: "expiry", expiresAt })),
  });

export async function setLevel(server: Server, who: Person, shareId: string, permission: "read" | "write", epoch = 1): Promise<Answer> {
  const grant = { createdAt: 9, sharedKey: grantText(), epoch };
  const statement = await stated(server, who, shareId, { what: "level", permission, teamEpoch: null, ...grant });
  return who.call("PUT", `/share/item/${shareId}/permission`, { permission_level: permission, ...grant, ...statement });
}

/** What another share of a scope carries that is there already. */
export async function statedShare(server: Server, owner: Person, scopeId: string, words: ReturnType<typeof shareWords>) {
  const { permissionLevel: permission, expiresAt, createdAt, epoch, sharedKey, shareId } = words;
  const change = { what: "given", permission, expiresAt, createdAt, epoch, teamEpoch: null, sharedKey } as const;
  return { ...words, ...(await stated(server, owner, shareId, change, scopeId)) };
}
