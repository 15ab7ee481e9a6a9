/** The product without pixels: opens a client that keeps every key on its side and speaks to the server in sealed records. */
import { api } from "@coffer/contract/api";
import { generateId, type Random, randomBytes } from "@coffer/crypto";
import type { LateAccountApi } from "./account/account-room.ts";
import { type EarlyAccountApi, earlyAccountApi } from "./account/api.ts";
import { noSteps } from "./account/context.ts";
import { openOwnSigner, unwrapIdentity } from "./account/credentials.ts";
import { expectedFlags, refuseUnanswered } from "./account/expected-factor.ts";
import { serverHalves } from "./account/halves.ts";
import { restMinutesOf } from "./account/lock.ts";
import { Sessions } from "./account/session.ts";
import { type Call, createCall } from "./call.ts";
import { overConnection, saving } from "./connection.ts";
import { type DraftsApi, draftsApi } from "./device/drafts.ts";
import { type GeneratedApi, generatedApi } from "./device/generated.ts";
import { type SitesApi, sitesApi } from "./device/sites.ts";
import { NoKeysError } from "./errors.ts";
import { personalScopeKeys } from "./keyring.ts";
import { bindLate } from "./late.ts";
import { type LateSharing, lateRoom, lateSharing, teamAccess } from "./late-rooms.ts";
import { askClockOffset } from "./server-clock.ts";
import type { SharingApi } from "./sharing/api.ts";
import { ownDeviceId } from "./sync/pins.ts";
import { Scope } from "./sync/scope.ts";
import type { ScopeDeps } from "./sync/scope-deps.ts";
import type { TeamApi } from "./team/api.ts";
import type { TeamKeeper } from "./team/keeper.ts";
import type { TransferApi } from "./transfer/api.ts";
import type { ClientOptions, KeyStore, ServerStatus, Session, SessionListener } from "./types.ts";
import { type VaultApi, vaultApi } from "./vault/api.ts";
import type { VaultContext } from "./vault/context.ts";
import { copiesOf } from "./vault/copy.ts";
import { ShownContents } from "./vault/shown.ts";

export { DecryptError } from "@coffer/crypto";
export type { DiscardedVault } from "./account/discarded.ts";
export type { UnsavedKit } from "./account/kit.ts";
export type { Invitation } from "./account/registration.ts";
export type { GeneratedValue } from "./device/generated.ts";
export type { TaughtField } from "./device/sites.ts";
export { DEVICE_PREFIX, memoryKeyStore, memoryRecordStore } from "./device/store.ts";
export { ClientError } from "./errors.ts";
export type { NotShared, ShareManyWish } from "./sharing/granting.ts";
export type { ShareRow } from "./sharing/lists.ts";
export type { FoundPerson } from "./sharing/people.ts";
export type { TeamStanding } from "./team/keeper.ts";
export type { LeftBehind } from "./team/left.ts";
export type { TeamInvitation, TeamMember, TeamPeople } from "./team/people.ts";
export { isSealedBackup, openBackup, sealBackup } from "./transfer/backup.ts";
export type { Example } from "./transfer/example.ts";
export type { ImportSession } from "./transfer/made.ts";
export type { ImportOutcome, ImportRun } from "./transfer/run-import.ts";
export type * from "./types.ts";
export type { BreachOutcome, BreachSource } from "./vault/breach.ts";
export type { NewVault } from "./vault/put.ts";
export type { Renewal, RepairPlan, Trouble } from "./vault/repair.ts";

export interface Client {
  readonly session: Session | null;
  /** Whether there is a session without its keys: only the master password, or signing out, leads on. */
  readonly isLocked: boolean;
  onSession(listener: SessionListener): () => void;
  readonly account: EarlyAccountApi & LateAccountApi;
  readonly vault: VaultApi;
  readonly sharing: SharingApi;
  readonly transfer: TransferApi;
  readonly team: TeamApi;
  readonly drafts: DraftsApi;
  /** The last values of the generator, on this device. */
  readonly generated: GeneratedApi;
  /** What was said of websites, on this device. */
  readonly sites: SitesApi;
  /** How much later this device's clock is than the server's, in milliseconds; null when the answer does not tell. @throws when the server cannot be reached. */
  readonly clockOffset: () => Promise<number | null>;
  /** A fresh random id (UUID, version 4), and random bytes for the generator. */
  readonly newId: () => string;
  readonly random: Random;
  /** Whether the server is under maintenance, and what the operator says about it. */
  readonly serverStatus: () => Promise<ServerStatus>;
}

type Optional = "onMaintenance" | "onProofNeeded" | "onConnection" | "tabs" | "pullsEarly";
type Platform = Required<Omit<ClientOptions, Optional>> & Pick<ClientOptions, Optional>;

export function openClient(options: ClientOptions): Client {
  const platform: Platform = { now: Date.now, random: randomBytes, fetch: globalThis.fetch.bind(globalThis), ...options };
  const { keys, now, random, tabs } = platform;
  const halves = serverHalves({ call: () => call, tabs, restMinutes: (accountId) => restMinutesOf(keys, accountId) });
  const sessions = new Sessions({ keys, now, random, halves, tabs });
  const call = callOf(platform, sessions);
  const team: () => Promise<{ readonly keeper: TeamKeeper; readonly api: TeamApi }> = lateRoom("team", ({ TeamKeeper, teamApi }) => {
    const keeper = new TeamKeeper({ call, sessions, keys, now });
    sessions.onChange((_, reason) => reason === "updated" || keeper.forget());
    return { keeper, api: teamApi({ call, sessions, keys, random, now, keeper, sharing: () => sharing.context(vault) }) };
  });
  const { vault, sharing } = vaultContext(platform, sessions, call, async () => (await team()).keeper);
  const own = { ...platform, call, sessions, vault, steps: noSteps() };
  return {
    get session() {
      return sessions.session;
    },
    get isLocked() {
      return sessions.isLocked;
    },
    onSession: (listener) => sessions.onChange(listener),
    account: accountOf(own),
    vault: vaultApi(vault),
    sharing: sharing.api(vault),
    transfer: bindLate(
      {},
      lateRoom("transfer", ({ transferApi }) => transferApi(vault)),
    ),
    team: bindLate({}, async () => (await team()).api),
    drafts: draftsApi({ keys, sessions }),
    generated: generatedApi({ keys, sessions }),
    sites: sitesApi({ keys, sessions }),
    clockOffset: () => askClockOffset(platform),
    newId: () => generateId(random),
    random,
    serverStatus: () => call(api.account.status, {}),
  };
}

const accountOf = (context: Parameters<typeof earlyAccountApi>[0]): Client["account"] =>
  bindLate(
    earlyAccountApi(context),
    lateRoom("account", ({ lateAccountApi }) => lateAccountApi(context)),
  );

function callOf({ origin, fetch, onMaintenance, onProofNeeded, onConnection }: Platform, sessions: Sessions): Call {
  const endIfCurrent = async (token: string): Promise<void> => {
    if (token === sessions.token) await sessions.end("expired"); // a late answer to another session's call ends nothing
  };
  const call = createCall({ origin, fetch, token: () => sessions.token, onUnauthorized: endIfCurrent, onMaintenance, onProofNeeded });
  return overConnection(call, onConnection);
}

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

/** The vault of whoever is signed in: its scope is opened when it is first asked for, and closed when the session is locked or over. */
function vaultContext(
  platform: Platform,
  sessions: Sessions,
  call: Call,
  keeper: () => Promise<TeamKeeper>,
): { readonly vault: VaultContext; readonly sharing: LateSharing } {
  const { keys, records, device, now, random, origin, fetch } = platform;
  let personal: Promise<Scope> | null = null;
  const scope = (): Promise<Scope> => {
    personal ??= openPersonal(platform, sessions, call, (...early) => shown.foresee(...early));
    return personal;
  };
  const write = writing(keys, call, scope);
  const sharing = sharingOf({ keys, records, now, random }, sessions, call, keeper);
  const scopes = async (): Promise<readonly [Scope, ...Scope[]]> => [await scope(), ...sharing.scopes()];
  const pullShared = (): Promise<void> => sharing.pull({ ...deps, shown });
  const loadShared = (): Promise<void> => sharing.load({ ...deps, shown });
  const giveBack: VaultContext["giveBack"] = (within, ids) => sharing.giveBack({ ...deps, shown }, within, ids);
  const endSharing = (vaultId: string): Promise<void> => sharing.endVault({ ...deps, shown }, vaultId);
  const nextEnd = (): number | null => sharing.nextEnd();
  const placeAlong: VaultContext["placeAlong"] = (...what) => sharing.placeAlong({ ...deps, shown }, ...what);
  const own = { scope, scopes, nextEnd, pullShared, loadShared, giveBack, placeAlong, endSharing, keyring: () => sessions.keyring };
  const deps = { ...own, call: write, random, now, device, records, origin, fetch, pause };
  const shown = new ShownContents(deps);
  const forget = (): void => {
    personal?.then((open) => open.close()).catch(() => undefined); // one that did not open has nothing to close
    personal = null;
    void sharing.close().catch(() => undefined);
    shown.forget();
  };
  followSession(sessions, forget, async () => {
    if (platform.pullsEarly) (await scope()).pullEarly();
  });
  return { vault: { ...deps, shown }, sharing };
}

/** Calls that change the vault: never without its keys, nor while a question of the sign-in is not answered. */
const writing =
  (keys: KeyStore, call: Call, scope: () => Promise<Scope>): Call =>
  async (spec, input, own) => {
    if (spec.method === "GET") return call(spec, input, own);
    if (!(await keys.get("vaultKey"))) throw new NoKeysError();
    await refuseUnanswered(keys, await (await scope()).knownFlags());
    return saving(() => call(spec, input, own));
  };

/** What is open goes with the keys that opened it. @param begin - there are those of another session */
function followSession(sessions: Sessions, forget: () => void, begin: () => Promise<void>): void {
  sessions.onKeys(() => {
    forget();
    begin().catch(() => undefined); // said to whoever asks for what was to begin
  });
  sessions.onChange((_, reason) => {
    if (reason !== "updated" && reason !== "signed-in") forget();
  });
}

async function openPersonal(
  { keys, records, device, now, random }: Platform,
  sessions: Sessions,
  call: Call,
  foresee: ScopeDeps["foresee"],
): Promise<Scope> {
  const { keyring, owner } = sessions;
  const scopeKeys = await personalScopeKeys(keyring, await openOwnSigner(keyring, owner.encryptedPrivateKey));
  const flags = (): Promise<number> => expectedFlags(keys);
  const credEpoch = (): number => sessions.owner.lock.credEpoch;
  const copies: ScopeDeps["copies"] = (own, left, hasVault) => copiesOf({ random, now, device }, own, left, hasVault);
  const deviceId = await ownDeviceId(keys, random);
  return new Scope(scopeKeys, { call, keys, records, deviceId, now, pause, chance: Math.random, flags, credEpoch, copies, foresee });
}

const sharingOf = (
  { keys, records, now, random }: Pick<Platform, "keys" | "records" | "now" | "random">,
  sessions: Sessions,
  call: Call,
  keeper: () => Promise<TeamKeeper>,
): LateSharing =>
  lateSharing(keys, {
    team: teamAccess(() => sessions.session?.teamId != null, keeper),
    accountId: () => sessions.keyring.accountId,
    email: () => sessions.session?.user.email ?? "",
    secret: () => unwrapIdentity(sessions.keyring, sessions.owner.encryptedPrivateKey),
    shared: async () => ({ call, keys, records, deviceId: await ownDeviceId(keys, random), now, pause, chance: Math.random }),
    now,
  });
