/** Everything but the screens: opens a client that keeps every key on its side and exchanges sealed records with the server. */
import { api } from "@coffer/contract/api";
import type { Leaving } from "@coffer/contract/team-log";
import { generateId, type Random, randomBytes, runArgon2By } from "@coffer/crypto";
import type { LazyAccountApi } from "./account/account-feature.ts";
import { type EagerAccountApi, eagerAccountApi } from "./account/api.ts";
import { type AccountContext, noSteps } from "./account/context.ts";
import { openOwnSigner, unwrapIdentity } from "./account/credentials.ts";
import { followSession } from "./account/follow-session.ts";
import { keyHalves } from "./account/key-halves.ts";
import { restMinutesOf } from "./account/lock.ts";
import { expectedFlags, refuseUnanswered } from "./account/second-factor-check.ts";
import { Sessions } from "./account/session.ts";
import { type Call, createCall } from "./call.ts";
import { asSave, trackConnection } from "./connection.ts";
import { type DraftsApi, draftsApi } from "./device/drafts.ts";
import { type GeneratedApi, generatedApi } from "./device/generated.ts";
import { type SitesApi, sitesApi } from "./device/sites.ts";
import { NoKeysError } from "./errors.ts";
import { personalScopeKeys } from "./keyring.ts";
import { type LazySharing, lazyFeature, lazySharing, sharesOf, teamAccess } from "./lazy-features.ts";
import { bindLazy, loadPart } from "./lazy-load.ts";
import { askClockOffset } from "./server-clock.ts";
import type { SharingApi } from "./sharing/sharing-feature.ts";
import { ownDeviceId } from "./sync/pins.ts";
import { Scope } from "./sync/scope.ts";
import type { ScopeDeps } from "./sync/scope-deps.ts";
import type { TeamApi } from "./team/team-feature.ts";
import type { TeamSession } from "./team/team-session.ts";
import type { TransferApi } from "./transfer/api.ts";
import type { ClientOptions, KeyStore, ServerStatus, Session, SessionListener } from "./types.ts";
import { type VaultApi, vaultApi } from "./vault/api.ts";
import type { VaultContext } from "./vault/context.ts";
import { ShownContents } from "./vault/shown-contents.ts";

export { DecryptError } from "@coffer/crypto";
export type { DiscardedVault } from "./account/discarded-vaults.ts";
export type { MadeVaultPasskey, UsedVaultPasskey, VaultAuthenticator } from "./account/passkey-authenticator.ts";
export type { UnsavedKit } from "./account/recovery-kit.ts";
export type { Invitation } from "./account/registration.ts";
export type { RehearsalResult, Rehearsals } from "./account/rehearsal.ts";
export type { GeneratedValue } from "./device/generated.ts";
export type { SiteList, TaughtField } from "./device/sites.ts";
export { DEVICE_PREFIX, memoryKeyStore, memoryRecordStore } from "./device/store.ts";
export { ClientError, VaultChangedError } from "./errors.ts";
export type { NotShared, ShareManyRequest } from "./sharing/create-shares.ts";
export type { ItemsByPerson } from "./sharing/items-by-others.ts";
export type { FoundPerson } from "./sharing/people.ts";
export type { Promised, PromisedRow } from "./sharing/promised-shares.ts";
export type { OfShare, ShareRow } from "./sharing/share-lists.ts";
export type { TeamDoubt } from "./team/doubts.ts";
export type { FormerMemberAccess } from "./team/former-members.ts";
export type { MemberAccess } from "./team/member-access.ts";
export type { TeamInvitation, TeamMember, TeamPeople } from "./team/people.ts";
export type { TeamStatus } from "./team/team-status.ts";
export type { ToConfirm } from "./team/to-confirm.ts";
export type { ImportSession } from "./transfer/created-ids.ts";
export type { Example } from "./transfer/example.ts";
export type { ImportOutcome, ImportRun } from "./transfer/run-import.ts";
export type * from "./types.ts";
export type { BreachOutcome, BreachSource } from "./vault/breach.ts";
export type { Changed } from "./vault/collect-news.ts";
export type { DecidedItems, DecisionOnItems } from "./vault/context.ts";
export type { NewVault } from "./vault/record-writes.ts";
export type { Renewal, RepairPlan, Trouble } from "./vault/repair.ts";
export type { Difference, NotShown, VaultAsOf } from "./vault/time/as-of.ts";
export type { ItemVersion, ItemVersions } from "./vault/versions.ts";
export type { SentEdit } from "./vault/waiting/send-edit.ts";
export type { WaitingApi } from "./vault/waiting/waiting-api.ts";
export type { WaitingEdit } from "./vault/waiting/waiting-list.ts";
export type { NewsPeers } from "./vault/watch.ts";

export interface Client {
  readonly session: Session | null;
  /** Whether there is a session without its keys: only the master password or a sign-out leads on. */
  readonly isLocked: boolean;
  onSession(listener: SessionListener): () => void;
  readonly account: EagerAccountApi & LazyAccountApi;
  readonly vault: VaultApi;
  readonly sharing: SharingApi;
  readonly transfer: TransferApi;
  readonly team: TeamApi;
  readonly drafts: DraftsApi;
  /** The generator's last values, on this device. */
  readonly generated: GeneratedApi;
  /** The user's decisions about websites, on this device. */
  readonly sites: SitesApi;
  /** How much later this device's clock is than the server's, in milliseconds; null when the answer does not tell. @throws when the server cannot be reached. */
  readonly clockOffset: () => Promise<number | null>;
  /** A fresh random id (UUID, version 4), and random bytes for the generator. */
  readonly newId: () => string;
  readonly random: Random;
  /** Whether the server is under maintenance, and what the operator says about it. */
  readonly serverStatus: () => Promise<ServerStatus>;
}

type Optional = "onMaintenance" | "onProofNeeded" | "onConnection" | "tabs" | "pullsEarly" | "argon2";
type Platform = Required<Omit<ClientOptions, Optional>> & Pick<ClientOptions, Optional>;

interface TeamFeature {
  readonly teamSession: TeamSession;
  readonly api: TeamApi;
  readonly signLeaving: () => Promise<Leaving | null>;
}

export function openClient(options: ClientOptions): Client {
  const platform: Platform = { now: Date.now, random: randomBytes, fetch: globalThis.fetch.bind(globalThis), ...options };
  const { keys, now, random, tabs, argon2 } = platform;
  if (argon2) runArgon2By(argon2);
  const halves = keyHalves({ call: () => call, tabs, restMinutes: (accountId) => restMinutesOf(keys, accountId) });
  const sessions = new Sessions({ keys, now, random, halves, tabs });
  const call = callOf(platform, sessions);
  const team: () => Promise<TeamFeature> = lazyFeature("team", ({ TeamSession, teamApi, ownLeaving }) => {
    const teamSession = new TeamSession({ call, sessions, keys, now });
    sessions.onChange((_, reason) => reason === "updated" || teamSession.forget());
    const context = { call, sessions, keys, random, now, teamSession, sharing: () => sharing.context(vault) };
    return { teamSession, api: teamApi(context), signLeaving: () => ownLeaving(context) };
  });
  const elsewhere = { teamSession: async () => (await team()).teamSession, pulled: async () => notePull(platform, accountContext) };
  const { vault, sharing } = vaultContext(platform, sessions, call, elsewhere);
  const signLeaving = async () => (sessions.session?.teamId ? (await team()).signLeaving() : null);
  const accountContext = { ...platform, call, sessions, vault, steps: noSteps(), signLeaving };
  const ofAccount = lazyFeature("account", ({ accountFeature }) => accountFeature(accountContext));
  return {
    get session() {
      return sessions.session;
    },
    get isLocked() {
      return sessions.isLocked;
    },
    onSession: (listener) => sessions.onChange(listener),
    account: bindLazy(eagerAccountApi(accountContext), ofAccount),
    vault: vaultApi(vault),
    sharing: sharing.api(vault),
    transfer: transferOf(vault),
    team: bindLazy({}, async () => (await team()).api),
    drafts: draftsApi({ keys, sessions }),
    generated: generatedApi({ keys, sessions }),
    sites: sitesApi({ keys, sessions }),
    clockOffset: () => askClockOffset(platform),
    newId: () => generateId(random),
    random,
    serverStatus: () => call(api.account.status, {}),
  };
}

/** Only a page has a lock screen. */
async function notePull({ pullsEarly }: Platform, context: AccountContext): Promise<void> {
  if (pullsEarly) await (await loadPart(() => import("./account/passkey-mark.ts"))).noteAfterPull(context);
}

const transferOf = (vault: VaultContext): TransferApi =>
  bindLazy(
    {},
    lazyFeature("transfer", ({ transferApi }) => transferApi(vault)),
  );

function callOf({ origin, fetch, onMaintenance, onProofNeeded: ask, onConnection }: Platform, sessions: Sessions): Call {
  // A late answer to another session's call ends nothing.
  const endIfCurrent = async (token: string): Promise<void> => void (token === sessions.token && (await sessions.end("expired")));
  const onProofNeeded = ask && (async () => !sessions.isLocked && ask()); // a locked device has a screen of its own
  const ofSession = { token: () => sessions.token, keyProof: sessions.keyProof, onUnauthorized: endIfCurrent };
  return trackConnection(createCall({ origin, fetch, ...ofSession, onMaintenance, onProofNeeded }), onConnection);
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** The signed-in user's vault: its scope opens on first use, and closes when the session is locked or over. */
function vaultContext(
  platform: Platform,
  sessions: Sessions,
  call: Call,
  { teamSession, pulled }: { readonly teamSession: () => Promise<TeamSession>; readonly pulled: () => Promise<void> },
): { readonly vault: VaultContext; readonly sharing: LazySharing } {
  const { keys, records, device, now, random, origin, fetch } = platform;
  let personal: Promise<Scope> | null = null;
  const scope = (): Promise<Scope> => {
    personal ??= openPersonal(platform, sessions, call, (...early) => shown.openEarly(...early));
    return personal;
  };
  const write = writing(keys, call, scope, sessions.stored);
  const sharing = sharingOf({ keys, records, now, random }, sessions, call, teamSession);
  const scopes = async (): Promise<readonly [Scope, ...Scope[]]> => {
    const own = await scope();
    await own.load(); // lists may be shown before the records are read
    return [own, ...sharing.scopes()];
  };
  const shares = sharesOf(sharing, () => ({ ...deps, shown }));
  const own = { scope, scopes, nextEnd: () => sharing.nextEnd(), ...shares, keyring: () => sessions.keyring };
  const deps = { ...own, pulled, keys, call: write, random, now, device, records, origin, fetch, pause };
  const shown = new ShownContents(deps);
  const close = (): void => {
    personal?.then((open) => open.close()).catch(() => undefined); // one that did not open has nothing to close
    personal = null;
    void sharing.close().catch(() => undefined);
  };
  followSession(sessions, { close, shown }, async () => {
    if (platform.pullsEarly) (await scope()).pullEarly();
  });
  return { vault: { ...deps, shown }, sharing };
}

/** Writes to the vault: never without its keys, nor while a question about the second factor is open. */
const writing =
  (keys: KeyStore, call: Call, scope: () => Promise<Scope>, stored: () => Promise<void>): Call =>
  async (spec, input, own, ...rest) => {
    if (spec.method === "GET") return call(spec, input, own, ...rest);
    await stored();
    if (!(await keys.get("vaultKey"))) throw new NoKeysError();
    await refuseUnanswered(keys, await (await scope()).knownFlags());
    return asSave(() => call(spec, input, own));
  };

async function openPersonal(
  { keys, records, device, now, random }: Platform,
  sessions: Sessions,
  call: Call,
  openEarly: ScopeDeps["openEarly"],
): Promise<Scope> {
  const { keyring, owner } = sessions;
  const scopeKeys = await personalScopeKeys(keyring, await openOwnSigner(keyring, owner.encryptedPrivateKey));
  const flags = (): Promise<number> => expectedFlags(keys);
  const credEpoch = (): number => sessions.owner.lock.credEpoch;
  const deviceId = await ownDeviceId(keys, random);
  const copies: ScopeDeps["copies"] = async (own, left, hasVault, attempt = "") => {
    const { copyIds, sealCopies } = await loadPart(() => import("./vault/device-only-copies.ts"));
    return sealCopies({ random, now, device }, own, left, hasVault, await copyIds(left, `${deviceId.join()} ${attempt}`));
  };
  const mergeTrusts = lazyFeature("sharing", (feature) => feature.mergeTrusts(keyring));
  const around = { call, keys, records, deviceId, now, pause, randomFraction: Math.random };
  return new Scope(scopeKeys, { ...around, flags, credEpoch, copies, mergeTrusts, openEarly });
}

const sharingOf = (
  { keys, records, now, random }: Pick<Platform, "keys" | "records" | "now" | "random">,
  sessions: Sessions,
  call: Call,
  teamSession: () => Promise<TeamSession>,
): LazySharing =>
  lazySharing(keys, {
    team: teamAccess(() => sessions.session?.teamId != null, teamSession),
    accountId: () => sessions.keyring.accountId,
    email: () => sessions.session?.user.email ?? "",
    secret: () => unwrapIdentity(sessions.keyring, sessions.owner.encryptedPrivateKey),
    shared: async () => ({ call, keys, records, deviceId: await ownDeviceId(keys, random), now, pause, randomFraction: Math.random }),
    now,
  });
