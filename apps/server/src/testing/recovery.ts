/** The steps of a recovery, for tests: proof of the mailbox, and a body that re-seals everything. */
import { createHash } from "node:crypto";
import { type SignedWrite, type Stored, writeAfter } from "./identities.ts";
import { hex, type Person, put, type Server, sealed, wrapped } from "./world.ts";

export interface Recovering {
  /** Good for the calls of a reset. */
  readonly token: string;
  /** What the proof was answered with. */
  readonly reply: Readonly<Record<string, unknown>>;
}

export async function proveMailbox(server: Server, email: string, mfaCode?: string): Promise<Recovering> {
  await server.call("POST", "/users/forgot-password", { email });
  const input = { email, token: await server.mailedCode(email), ...(mfaCode !== undefined && { mfaCode }) };
  const { body } = await server.call("POST", "/users/verify-recovery", input);
  if (!body.tempToken) throw new Error(JSON.stringify(body));
  return { token: body.tempToken as string, reply: body };
}

export const hashOf = (recoveryAuth: string): string => createHash("sha256").update(Buffer.from(recoveryAuth, "hex")).digest("hex");

export interface Entry {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly revision: number;
}

interface Reset extends Record<string, unknown>, SignedWrite {
  readonly authKey: string;
  readonly reEncryptedEntries: readonly Record<string, unknown>[];
}

/** What the reset reads before it writes. */
export interface ForReset {
  readonly entries: readonly Entry[];
  readonly scope: Omit<Stored, "head">;
  readonly head: { readonly head: string };
}

/**
 * Every entry with its next revision and new texts, under new keys.
 * @param publicKey - of who signs the new head
 */
export function resetBody(email: string, publicKey: string, { entries, scope, head }: ForReset, more: Record<string, unknown>): Reset {
  const scopeId = scope.id;
  const resealed = entries.map(({ id, revision, itemType }) => ({
    ...{ kind: itemType, id, revision: revision + 1, saveId: hex(16), seal: sealed(), vault_id: scopeId },
    ...(itemType === "password" ? { title: sealed(), encrypted_password: sealed() } : {}),
  }));
  return {
    ...{ email, authKey: hex(32), encryptedVaultKey: wrapped(), encryptionKey: wrapped(), reEncryptedEntries: resealed },
    ...{ encryptedPrivateKey: wrapped(), recoveryAuthHash: hex(32), ...writeAfter(publicKey, { ...scope, head: head.head }), ...more },
  };
}

/** Writes a vault and items of every kind as the account's second seq. */
export async function fillVault(person: Person, count = 6): Promise<void> {
  const vault = put("category", { color: "#112233", icon: "folder" });
  const kinds = ["password", "note", "card", "bank", "personal"];
  const items = Array.from({ length: count - 1 }, (_, i) =>
    put(kinds[i % kinds.length] ?? "note", { categoryId: vault.id, favourite: i === 0 }),
  );
  const { status } = await person.commit(vault, ...items);
  if (status !== 200) throw new Error("commit");
}
