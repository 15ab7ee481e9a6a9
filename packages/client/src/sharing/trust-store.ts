/**
 * The trust store: what this account knows of other people's public keys, and the keys of the scopes it shares. Sealed for this account
 * only and named by the heads of its personal scope, so that a server can neither read, change nor roll it back (security design §6).
 */
import { api } from "@coffer/contract/api";
import { normaliseEmail } from "@coffer/core/account/email";
import type { LogChange } from "@coffer/core/team/log-state";
import { fingerprint, fromBase64Url, type SecretKey, secretKey, toBase64Url, toHex } from "@coffer/crypto";
import type { VersionKeys } from "../sync/version-keys.ts";
import { type OwnKey, openStore, wrapTrust } from "../sync/wrapped-trust.ts";
import type { SharingContext } from "./context.ts";
import { type Ended, type GrantRecord, givenAgain, type PromisedShare } from "./stored-shares.ts";
import type { TeamGossip } from "./team-gossip.ts";

/** A person as first met, or compared. */
export interface KnownPerson {
  readonly email: string;
  /** Hex fingerprint of their public key. */
  readonly fingerprint: string;
  /** Whether the safety number was compared. */
  readonly isVerified: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** A team that this account has accepted, and how far its log was seen: hex hashes of its first and newest entry. */
export interface TeamPin {
  readonly genesis: string;
  readonly seq: number;
  readonly head: string;
  /** Whether a link with a secret named the first entry, so that the server cannot have started the log. */
  readonly isProven?: boolean;
  /** This account has left it by its own decision: only another invitation, or another decision, leads back. */
  readonly hasLeft?: boolean;
  readonly isGone?: boolean; // this account has deleted it: it needs no upkeep
  /**
   * Where this account has shared something with it: the last epoch of the team's key at which each was a member, by account and hex fingerprint of the public key ("id key").
   * Any device can then tell whose changes there are members', also once the server no longer has the log.
   */
  readonly members?: Readonly<Record<string, number>>;
  /** The newest epoch of the team's key that was seen, where this account has shared something with it (retired-keys.ts). */
  readonly keyEpoch?: number;
}

/** Other parts of the same store, such as `passkeys` (account/own-part.ts), stay as they are in every change. */
export interface TrustStore {
  /** By account. */
  readonly people: Readonly<Record<string, KnownPerson>>;
  /** Keys of own shared scopes and of teams, base64url by epoch. */
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly teams: Readonly<Record<string, TeamPin>>;
  /** Changes still to be signed into a team's log that does not have this account yet (team/pending-changes.ts). The stored name stays `wishes`. */
  readonly wishes: Readonly<Record<string, readonly LogChange[]>>;
  /** Access that was ended or reduced, by scope, until its key is replaced: whatever the server says, no earlier grant gets the next key. */
  readonly ended: Readonly<Record<string, Ended>>;
  /** Expiry of own grants, by scope and grant: it applies whatever the server says later. */
  readonly until: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By own shared scope and grant: whom this account has given it to, and has not taken it from (grant-records.ts). None for a scope of before. */
  readonly given: Readonly<Record<string, Readonly<Record<string, GrantRecord>>>>;
  /** By own shared scope: items of others that this account has decided to keep (items-by-others.ts). */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  /** By own shared scope, or team, and epoch: further keys that were drawn, until it is known which one the server has taken (candidate-keys.ts). */
  readonly drawn: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Own shared scopes whose heads have this account's statement: from then on they never lack one. */
  readonly stated: readonly string[];
  /** By own shared scope: the newest epoch of its key that this account has seen in use, from the second on. */
  readonly used: Readonly<Record<string, number>>;
  /** By scope of an own item that is shared on its own: the vaults that this account has put it into (placed-items.ts). None for an item of before. */
  readonly placed: Readonly<Record<string, readonly string[]>>;
  /** By scope: what others share and this person has hidden, with its name as it was then (hidden-shares.ts). */
  readonly hidden: Readonly<Record<string, string>>;
  /** By team: what this account knows of the log that others see (team/gossip.ts). */
  readonly gossip: Readonly<Record<string, TeamGossip>>;
  /** By address without an account, and item or vault: what is shared once someone has joined by it and a press says so (promised-shares.ts). */
  readonly promised: Readonly<Record<string, Readonly<Record<string, PromisedShare>>>>;
  /** Keys of before, as long as earlier versions may be under them; absent where there are none. */
  readonly versionKeys?: VersionKeys;
}

export const NOTHING: TrustStore = {
  ...{ people: {}, keys: {}, teams: {}, wishes: {}, ended: {}, until: {}, given: {}, kept: {}, drawn: {}, used: {}, gossip: {} },
  promised: {},
  ...{ placed: {}, hidden: {} },
  stated: [],
};

/** @throws DecryptError when the personal scope names a store that does not open. */
export async function readTrust({ scope, keyring }: Pick<SharingContext, "scope" | "keyring">): Promise<TrustStore> {
  const text = (await scope()).trust;
  return text === null ? NOTHING : openTrust(keyring(), text);
}

/** @throws DecryptError */
export async function openTrust(own: OwnKey, text: string): Promise<TrustStore> {
  // Older stores lack some of these fields.
  return { ...NOTHING, ...(await openStore<Partial<TrustStore>>(own, text)) };
}

export async function sealTrust(own: OwnKey, store: TrustStore): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(store));
  const text = await wrapTrust(own, bytes);
  bytes.fill(0);
  return text;
}

/**
 * Changes the store in a commit of the personal scope whose head names the new one.
 * @param change - runs once per attempt; null leaves the store as it is
 */
export async function changeTrust(context: SharingContext, change: (before: TrustStore) => TrustStore | null): Promise<void> {
  const personal = await context.scope();
  await personal.commit(async () => {
    const after = change(await readTrust(context));
    if (!after) return { changes: [], send: async () => undefined };
    const trust = await sealTrust(context.keyring(), after);
    return { changes: [], trust, send: (write) => context.call(api.vault.commit, { ...write, changes: [], trust }) };
  });
}

/** An address belongs to one account: its former holder is forgotten. */
export function withPerson(store: TrustStore, accountId: string, person: KnownPerson): TrustStore {
  const others = Object.entries(store.people).filter(([id, { email }]) => id !== accountId && !isSameEmail(email, person.email));
  return { ...store, people: { ...Object.fromEntries(others), [accountId]: person } };
}

const isSameEmail = (one: string, other: string): boolean => normaliseEmail(one) === normaliseEmail(other);

/** The account known under that address. */
export const holderOf = ({ people }: TrustStore, email: string): string | undefined =>
  Object.keys(people).find((id) => isSameEmail(people[id]?.email ?? "", email));

/** What was seen of its log stays pinned. */
export const withTeamLeft = (store: TrustStore, teamId: string): TrustStore => {
  const pin = store.teams[teamId];
  return pin ? { ...store, teams: { ...store.teams, [teamId]: { ...pin, hasLeft: true } } } : store;
};

/** A proven beginning stays proven. */
export const withTeam = (store: TrustStore, teamId: string, pin: TeamPin): TrustStore => ({
  ...store,
  teams: { ...store.teams, [teamId]: { ...store.teams[teamId], ...pin } },
});

export const withGossip = (store: TrustStore, teamId: string, change: TeamGossip): TrustStore => ({
  ...store,
  gossip: { ...store.gossip, [teamId]: { ...store.gossip[teamId], ...change } },
});

export const withPendingChanges = (store: TrustStore, teamId: string, changes: readonly LogChange[]): TrustStore => ({
  ...store,
  wishes: { ...store.wishes, [teamId]: changes },
});

export interface KeyInUse {
  readonly scopeId: string;
  readonly epoch: number;
}

/** @param scopes - that were open by it, each with its key in use @param before - earlier signatures no longer count */
export const withEndedIn = (store: TrustStore, scopes: readonly KeyInUse[], grantId: string, before: number): TrustStore =>
  scopes.reduce((sum, scope) => withEnded(sum, scope, grantId, before), store);

const withEnded = (store: TrustStore, inUse: KeyInUse, grantId: string, before: number): TrustStore =>
  withRetiredKey(store, inUse, { [grantId]: before });

/**
 * Spent is the key in use, also where another device has made the next one that this one does not have open, and each that was drawn: a server may have refused and kept what
 * gives it to people.
 */
export function withRetiredKey(store: TrustStore, { scopeId, epoch }: KeyInUse, grants: Ended["grants"] = {}): TrustStore {
  const known = store.ended[scopeId];
  const inUse = Math.max(epoch, store.used[scopeId] ?? 0);
  const newest = Math.max(inUse, known?.epoch ?? 0, ...Object.keys(store.keys[scopeId] ?? {}).map(Number));
  // What was noted of a key that has been replaced is done with.
  const noted = known && known.epoch >= inUse ? known.grants : {};
  return { ...store, ended: { ...store.ended, [scopeId]: { epoch: newest, grants: { ...noted, ...grants } } } };
}

/** What has ended of access to what is under that key. */
export const endedUnder = ({ ended }: Pick<TrustStore, "ended">, { scopeId, epoch }: KeyInUse): Ended["grants"] | undefined =>
  (ended[scopeId]?.epoch ?? 0) >= epoch ? ended[scopeId]?.grants : undefined;

/** @param at - milliseconds since 1970; null for never. */
export function withUntil(store: TrustStore, scopeId: string, grantId: string, at: number | null): TrustStore {
  const { [grantId]: _, ...others } = store.until[scopeId] ?? {};
  return { ...store, until: { ...store.until, [scopeId]: at === null ? others : { ...others, [grantId]: at } } };
}

/** Of a scope of before it is not known yet who else has it (grant-records.ts). @param to - null when this account has taken it back, or its end has come */
export function withGiven(store: TrustStore, scopeId: string, grantId: string, to: GrantRecord | null): TrustStore {
  if (!store.given[scopeId]) return store;
  const { [grantId]: _, ...others } = store.given[scopeId] ?? {};
  const ended = to === null ? store.ended : givenAgain(store.ended, grantId, to.since);
  return { ...store, ended, given: { ...store.given, [scopeId]: to === null ? others : { ...others, [grantId]: to } } };
}

/** By the own record: given, and taken back since, or its end has come. Of a scope of before it is not known. */
export const isGone = ({ given }: Pick<TrustStore, "given">, scopeId: string, grantId: string): boolean =>
  given[scopeId] !== undefined && given[scopeId][grantId] === undefined;

export const withStated = (store: TrustStore, scopeId: string): TrustStore => ({
  ...store,
  stated: [...new Set([...store.stated, scopeId])],
});

export const withKept = (store: TrustStore, scopeId: string, ids: readonly string[]): TrustStore => ({
  ...store,
  kept: { ...store.kept, [scopeId]: [...new Set([...(store.kept[scopeId] ?? []), ...ids])] },
});

/** @param epoch - of the key. */
export const withKey = (store: TrustStore, scopeId: string, epoch: number, key: SecretKey): TrustStore => ({
  ...store,
  keys: { ...store.keys, [scopeId]: { ...store.keys[scopeId], [epoch]: toBase64Url(key) } },
});

/** @returns null if this account has no such key. */
export function keyIn({ keys }: TrustStore, scopeId: string, epoch: number): SecretKey | null {
  const text = keys[scopeId]?.[epoch];
  return text === undefined ? null : secretKey(fromBase64Url(text));
}

/** `new`: not met before. `changed`: the server shows a different key than the known one. */
export type KeyTrust = "new" | "unverified" | "verified" | "changed";

/** A person as the server names them. */
interface Named {
  readonly accountId: string;
  readonly publicKey: string;
  readonly email: string;
}

/**
 * What this account knows of a public key. A new account under a known address counts as changed: otherwise the server could bypass a pin
 * by naming another account.
 */
export async function keyTrustOf(store: TrustStore, { accountId, publicKey, email }: Named): Promise<KeyTrust> {
  const known = store.people[accountId];
  const holder = holderOf(store, email);
  if (holder !== undefined && holder !== accountId) return "changed";
  if (!known) return "new";
  if (known.fingerprint !== toHex(await fingerprint(publicKey))) return "changed";
  return known.isVerified ? "verified" : "unverified";
}

/** By the address that was asked for, whatever the answer says: an account known under another address can be trusted for someone else. */
export async function keyTrustAt(store: TrustStore, asked: Named): Promise<KeyTrust> {
  const before = store.people[asked.accountId];
  return before && !isSameEmail(before.email, asked.email) ? "changed" : keyTrustOf(store, asked);
}
