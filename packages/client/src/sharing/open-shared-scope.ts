/** Opens a shared scope with its key and the rights that its owner has or a grant gives. */
import type { SharedScope } from "@coffer/contract/vault";
import type { Named } from "@coffer/core/items/item";
import { fingerprint, type SecretKey, toHex } from "@coffer/crypto";
import type { Call } from "../call.ts";
import { type HeadSigner, type HeadWithPoint, type ScopeRights, scopeKeys } from "../keyring.ts";
import { type ScopeOwner, scopeSigner } from "../sync/allowed-signers.ts";
import { Scope } from "../sync/scope.ts";
import type { ScopeDeps } from "../sync/scope-deps.ts";
import { readOwn } from "../sync/shared-rules.ts";
import type { OwnIdentity, SharingContext, TeamAccess } from "./context.ts";
import { earlier, endAsStated, type SignedEnd } from "./share-end.ts";
import { peopleForStatement } from "./statement-writers.ts";
import { headStatement } from "./statements.ts";
import { hadMember } from "./team-members.ts";
import { keyIn, readTrust, type TrustStore } from "./trust-store.ts";

export interface OpenedScopeKey {
  readonly key: SecretKey;
  readonly rights: ScopeRights;
  readonly owner: ScopeOwner;
  /** When access ends by itself, in milliseconds since 1970. */
  readonly until: number | null;
  /** Null in an own scope. */
  readonly grant: ({ readonly id: string } & SignedEnd) | null;
}

/** An open scope, as long as its grant lasts. */
export interface Open extends Pick<OpenedScopeKey, "until" | "grant"> {
  readonly scope: Scope;
  readonly listed: SharedScope;
}

/** What owners state, by scope: read once, since every list asks when what is shared ends. */
const read = new WeakMap<Scope, { readonly text: string | null; readonly own: ReturnType<typeof readOwn> }>();

function statedIn(scope: Scope): ReturnType<typeof readOwn> {
  const text = scope.trust;
  const known = read.get(scope);
  if (known?.text === text) return known.own;
  const own = readOwn(text);
  read.set(scope, { text, own });
  return own;
}

/** When it ends, as its owner states it in the scope itself: an earlier grant is not used again. */
export function endOfOpen({ scope, until, grant }: Open): number | null {
  return grant === null ? until : earlier(until, endAsStated(statedIn(scope)?.grants.get(grant.id), grant));
}

/** What a shared scope needs in addition to its keys. */
export type SharedDeps = Pick<ScopeDeps, "call" | "keys" | "records" | "deviceId" | "now" | "pause" | "randomFraction">;
export interface OpenDeps extends SharedDeps, Pick<TeamAccess, "hasMember" | "knownLog" | "hear">, Pick<ScopeDeps, "keyWaits"> {
  readonly readTeamLog: () => Promise<void>;
  /** The current user's public key. */
  readonly ownKey?: string;
  /** Of an own scope: see HeadSigner. */
  readonly ownStated?: HeadSigner["ownStated"];
}

export const selfOf = ({ accountId: id, email }: OwnIdentity): Named => ({ id, email });

/** Of an own scope that is shared. */
export const ownRights = (kind: "vault" | "item", identity: OwnIdentity): ScopeRights => ({
  kind,
  isOwner: true,
  permission: "write",
  sharedBy: null,
  self: selfOf(identity),
});

/** The newest key of an own scope, from the trust store. */
export function ownScopeKey(trust: TrustStore, one: SharedScope, identity: OwnIdentity): OpenedScopeKey | null {
  const key = keyIn(trust, one.id, one.epoch);
  return key && ownKeyAs(one, key, identity);
}

/** A key of an own scope. */
export function ownKeyAs({ kind }: SharedScope, key: SecretKey, identity: OwnIdentity): OpenedScopeKey | null {
  const { accountId, publicKey } = identity;
  if (kind === "personal") return null;
  return { key, rights: ownRights(kind, identity), owner: { accountId, publicKey }, until: null, grant: null };
}

type OwnDeps = Pick<OpenDeps, "ownKey" | "ownStated" | "keyWaits" | "readTeamLog"> & Partial<Pick<OpenDeps, "hasMember">>;

/**
 * For a scope: the own public key, and in an own scope what its owner states. What a team's members have signed there counts until its key is replaced, also
 * where the team has ended, or the owner is no longer in it.
 */
export const ownDeps = (context: SharingContext, one: SharedScope, { publicKey }: OwnIdentity): OwnDeps => ({
  ...(one.own && {
    // The log decides where it is at hand: what is remembered may be older.
    hasMember: async (teamId: string, epoch: number, id: string, key: string) =>
      context.team.knownLog()?.teamId === teamId
        ? context.team.hasMember(teamId, epoch, id, key)
        : hadMember(await readTrust(context), teamId, epoch, id, toHex(await fingerprint(key))),
  }),
  readTeamLog: () => context.team.sync(context, "log"),
  ownKey: publicKey,
  keyWaits: () => context.keyWaits.has(one.id),
  ownStated: () => peopleForStatement(context, { scopeId: one.id, epoch: one.epoch }),
});

/** @param sign - signs for the current user */
export async function openSharedScope(
  { id: scopeId, epoch }: SharedScope,
  { key, rights, owner }: Omit<OpenedScopeKey, "until" | "grant">,
  sign: OwnIdentity["signer"]["sign"],
  { hasMember, readTeamLog, knownLog, hear, ownKey, ownStated, ...deps }: OpenDeps,
): Promise<Scope> {
  const scopeKind = rights.kind === "vault" ? "vault" : "item";
  const learnHead = (teamId: string, head: HeadWithPoint, publicKey: string): void => hear(headStatement(teamId, keys, publicKey, head));
  const { signer, learningWriters } = scopeSigner(
    { scopeId, scopeKind, epoch, owner, hasMember, readTeamLog, knownLog, learnHead, statement: () => scope.trust },
    sign,
    ownKey,
  );
  const call: Call = learningWriters(deps.call);
  // Second factor and credentials are recorded in the heads of the personal scope only.
  const alone = { flags: async () => 0, credEpoch: () => SHARED_EPOCHS.cred, copies: async () => [] };
  const keys = await scopeKeys({ key, scopeId, epoch, signer: { ...signer, ...(ownStated && rights.isOwner && { ownStated }) }, rights });
  const scope: Scope = new Scope(keys, { ...deps, ...alone, call });
  return scope;
}

/** Heads of shared scopes have these in place of the epochs of the account's credentials. */
export const SHARED_EPOCHS = { cred: 0, recovery: 0 } as const;

/** Whether a scope is listed otherwise than before. */
export const isOther = (before: SharedScope | undefined, now: SharedScope): boolean =>
  before?.epoch !== now.epoch || before.stamp !== now.stamp || before.kind !== now.kind;

/** As what a scope was tried that did not open. */
export const triedAs = ({ epoch, stamp }: SharedScope, trust: string | null): string => `${epoch} ${stamp} ${trust}`;
