/**
 * The trust store: what this account knows of other people's public keys, and the keys of the scopes it shares. Sealed for itself alone and named by the heads of its
 * personal scope, so that a server can neither read, change nor bring back an older one (security design §6).
 */
import { api } from "@coffer/contract/api";
import { DecryptError, fingerprint, fromBase64Url, type SecretKey, secretKey, toBase64Url, toHex } from "@coffer/crypto";
import { unwrapTrust, wrapTrust } from "../sync/trust-text.ts";
import type { SharingContext } from "./context.ts";

/** Somebody as first met, or compared. */
export interface KnownPerson {
  readonly email: string;
  /** Hex fingerprint of their public key. */
  readonly fingerprint: string;
  /** Whether the safety number was compared. */
  readonly isVerified: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A team that this account has accepted, and how far its log was seen: hex hashes of its first and its newest entry. */
export interface TeamPin {
  readonly genesis: string;
  readonly seq: number;
  readonly head: string;
}

export interface TrustStore {
  /** By account. */
  readonly people: Readonly<Record<string, KnownPerson>>;
  /** Keys of own shared scopes and of teams, base64url by epoch. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly teams: Readonly<Record<string, TeamPin>>;
}

const NOTHING: TrustStore = { people: {}, keys: {}, teams: {} };

/** @throws DecryptError when the personal scope names a store that does not open. */
export async function readTrust({ scope, keyring }: Pick<SharingContext, "scope" | "keyring">): Promise<TrustStore> {
  const text = (await scope()).trust;
  if (text === null) return NOTHING;
  const bytes = await unwrapTrust(keyring(), text);
  try {
    // Stores from before there were teams have none.
    const { people, keys, teams = {} } = JSON.parse(new TextDecoder().decode(bytes)) as Omit<TrustStore, "teams"> & Partial<TrustStore>;
    return { people, keys, teams };
  } catch {
    // What was sealed by us and is no store all the same is treated like whatever else does not open.
    throw new DecryptError();
  } finally {
    bytes.fill(0);
  }
}

/**
 * Changes it with a head of the personal scope that names the new one.
 * @param change - runs once per attempt; null leaves it as it is.
 */
export async function changeTrust(context: SharingContext, change: (before: TrustStore) => TrustStore | null): Promise<void> {
  const personal = await context.scope();
  await personal.commit(async () => {
    const after = change(await readTrust(context));
    if (!after) return { changes: [], send: async () => undefined };
    const bytes = new TextEncoder().encode(JSON.stringify(after));
    const trust = await wrapTrust(context.keyring(), bytes);
    bytes.fill(0);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}

export const withPerson = (store: TrustStore, accountId: string, person: KnownPerson): TrustStore => ({
  ...store,
  people: { ...store.people, [accountId]: person },
});

export const withTeam = (store: TrustStore, teamId: string, pin: TeamPin): TrustStore => ({
  ...store,
  teams: { ...store.teams, [teamId]: pin },
});

/** @param epoch - of the key. */
export const withKey = (store: TrustStore, scopeId: string, epoch: number, key: SecretKey): TrustStore => ({
  ...store,
  keys: { ...store.keys, [scopeId]: { ...store.keys[scopeId], [epoch]: toBase64Url(key) } },
});

/** @returns null where this account has no such key. */
export function keyIn({ keys }: TrustStore, scopeId: string, epoch: number): SecretKey | null {
  const text = keys[scopeId]?.[epoch];
  return text === undefined ? null : secretKey(fromBase64Url(text));
}

/** `new`: not met before. `changed`: the server shows another key than this account knows. */
export type Acquaintance = "new" | "unverified" | "verified" | "changed";

/** What this account knows of a public key. */
export async function acquaintance(store: TrustStore, accountId: string, publicKey: string): Promise<Acquaintance> {
  const known = store.people[accountId];
  if (!known) return "new";
  if (known.fingerprint !== toHex(await fingerprint(publicKey))) return "changed";
  return known.isVerified ? "verified" : "unverified";
}
