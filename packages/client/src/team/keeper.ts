/**
 * The team of whoever is signed in, as far as it is believed: a log that this account has accepted, and the team's key. What the server says beside it shows nothing and
 * receives nothing (security design §6). A team that somebody else made counts once its invitation was used on a device of this account, or its owner said so.
 */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import type { TeamLog } from "@coffer/contract/team-log";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { fingerprint, toHex } from "@coffer/crypto";
import type { Sessions } from "../account/session.ts";
import type { Call } from "../call.ts";
import { IntegrityError } from "../errors.ts";
import type { SharingContext, TeamAccess, TeamAtNow } from "../sharing/context.ts";
import { changeTrust, readTrust, type TeamPin, withTeam } from "../sharing/trust.ts";
import type { KeyStore } from "../types.ts";
import { readArrival, removeArrival } from "./arrival.ts";
import { keyOf, openKeys } from "./keys.ts";
import { followOn, type KnownLog, noLog, pinOf, refuseOther, sinceOf, wasMemberAt } from "./log.ts";
import { settleTeam } from "./settling.ts";
import { refreshStanding } from "./standing.ts";

/**
 * How a team stands with this account. `none`: in no team. `unsolicited`: somebody put the account into it, and its owner has not said yes. `without-log`: nobody signed
 * that it was made. `not-believed`: its log is another one than was accepted. `key-pending`: no member who has the key has been online since. `open`: all is well.
 */
export type TeamStanding = "none" | "unsolicited" | "without-log" | "not-believed" | "key-pending" | "open";

interface KeeperDeps {
  readonly call: Call;
  readonly sessions: Sessions;
  readonly keys: KeyStore;
  readonly now: () => number;
}

/** Whether somebody who looks after the team has its key, as the server says it: believing that gives nobody anything. */
const isHandedOn = ({ log: { state }, reply: { people } }: { readonly log: KnownLog; readonly reply: TeamLog }): boolean =>
  [...state.members.values()].some(({ id, roleId }) => roleId === TEAM_ADMIN && !people.some((one) => one.id === id));

/** Others change the log as well; this often it is asked for by itself. */
const AGAIN_MS = 60_000;

export class TeamKeeper implements TeamAccess {
  readonly #deps: KeeperDeps;
  readonly #logs = new Map<string, KnownLog>();
  #standing: TeamStanding = "none";
  #asked: { readonly teamId: string; readonly at: number } | null = null;
  #running: Promise<void> | null = null;
  /** Teams of others that have their key themselves, or are not there any more. */
  readonly #handedOn = new Set<string>();

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  isInOne(): boolean {
    return Boolean(this.#deps.sessions.session?.teamId);
  }

  async isMember(id: string): Promise<boolean> {
    return this.believed?.state.members.has(id) ?? false;
  }

  get standing(): TeamStanding {
    return this.#deps.sessions.session?.teamId ? this.#standing : "none";
  }

  /** What the log says, where the team is believed. */
  get believed(): KnownLog | null {
    const teamId = this.#deps.sessions.session?.teamId;
    const isBelieved = this.standing === "open" || this.standing === "key-pending";
    return (teamId && isBelieved && this.#logs.get(teamId)) || null;
  }

  forget(): void {
    this.#logs.clear();
    this.#handedOn.clear();
    [this.#standing, this.#asked] = ["none", null];
  }

  /** Asks the server, at most once a minute unless it has to be now; does what a member's client does by itself. */
  async sync(context: SharingContext, isNow = false): Promise<void> {
    // Whoever asks for it now has a reason to think that there is a team: a session that began before it does not know of it.
    if (isNow && !this.isInOne()) await refreshStanding(this.#deps);
    const teamId = this.#deps.sessions.session?.teamId;
    const isRecent = this.#asked !== null && this.#asked.teamId === teamId && this.#asked.at > this.#deps.now() - AGAIN_MS;
    if (!teamId || (isRecent && !isNow)) return;
    if (this.#running) await this.#running.catch(() => undefined);
    this.#running = this.#sync(context, teamId)
      // What came to no end, as while a question to the person is open, is tried again with the next look.
      .catch((error: unknown) => {
        this.#asked = null;
        throw error;
      })
      .finally(() => void this.#tendOthers(context, teamId).catch(() => undefined));
    await this.#running;
  }

  /** Teams whose key this account keeps without being in them (decision C-16), until somebody who looks after one of them has it. Nobody waits for that. */
  async #tendOthers(context: SharingContext, own: string): Promise<void> {
    if (!this.#deps.sessions.session?.permissions.manage_teams) return;
    const ids = Object.keys((await readTrust(context)).teams).filter((id) => id !== own && !this.#handedOn.has(id));
    for (const id of ids) {
      const tended = await this.tend(context, id).catch((error: unknown) => (error instanceof AppError ? "refused" : null));
      // One that is gone, or was left, is nobody's to ask for again.
      if (tended === "refused" || (tended && isHandedOn(tended))) this.#handedOn.add(id);
    }
  }

  async #sync(context: SharingContext, teamId: string): Promise<void> {
    const known = this.#logs.get(teamId)?.hashes.length;
    const { log, reply } = await this.read(context, teamId);
    // What this account may has its lines there, too. Nobody waits for its menus.
    if (log.hashes.length !== known) void refreshStanding(this.#deps).catch(() => undefined);
    this.#asked = { teamId, at: this.#deps.now() };
    if (log.hashes.length === 0) this.#standing = "without-log";
    else if (await this.#isAccepted(context, log)) await this.#open(context, log, reply);
    else if (this.#standing !== "not-believed") this.#standing = "unsolicited";
  }

  /** The log of any team that the server shows, verified in itself and against what was accepted. @throws IntegrityError */
  async read(context: SharingContext, teamId: string, all = false): Promise<{ readonly log: KnownLog; readonly reply: TeamLog }> {
    await this.ready(context);
    const before = this.#logs.get(teamId) ?? noLog(teamId);
    const reply = await context.call(api.team.readLog, { id: teamId, since: sinceOf(before), ...(all && { all }) });
    try {
      const log = await followOn(before, reply);
      const pin = (await readTrust(context)).teams[teamId];
      if (pin) refuseOther(log, pin);
      this.#logs.set(teamId, log);
      return { log, reply };
    } catch (error) {
      if (error instanceof IntegrityError && teamId === this.#deps.sessions.session?.teamId) this.#standing = "not-believed";
      throw error;
    }
  }

  /** What was accepted lies in the trust store, which a device has once it has pulled: before that nothing is known to have been accepted. */
  async ready(context: SharingContext): Promise<void> {
    const personal = await context.scope();
    if (!(await personal.load())) await personal.pull();
  }

  /** @returns whether the owner of this account said yes to it: before, or by the link they came with */
  async #isAccepted(context: SharingContext, log: KnownLog): Promise<boolean> {
    const pin = (await readTrust(context)).teams[log.teamId];
    if (pin?.isProven) return true;
    const arrival = await readArrival(this.#deps.keys, this.#deps.sessions.session?.user.email ?? "");
    const isProven = Boolean(arrival?.genesis) && arrival?.genesis === log.hashes[0];
    if (pin && !isProven) return true;
    if (!arrival) return false;
    // The link says which log it leads to; another one is the server's.
    if (arrival.genesis !== null && !isProven) {
      this.#standing = "not-believed";
      return false;
    }
    await this.accept(context, log, isProven);
    return true;
  }

  /** The same for a team that one looks after without being in it, where its log was accepted: whoever made it is a holder, too. */
  async tend(context: SharingContext, teamId: string): Promise<{ readonly log: KnownLog; readonly reply: TeamLog }> {
    const { log, reply } = await this.read(context, teamId);
    if (!(await readTrust(context)).teams[teamId]) return { log, reply };
    const settled = await settleTeam(context, this, log, reply).catch(() => null);
    if (settled) await this.pin(context, settled);
    return { log: settled ?? log, reply };
  }

  async accept(context: SharingContext, log: KnownLog, isProven = false): Promise<void> {
    await changeTrust(context, (store) => withTeam(store, log.teamId, { ...pinOf(log), ...(isProven && { isProven }) }));
  }

  async #open(context: SharingContext, log: KnownLog, reply: TeamLog): Promise<void> {
    await this.#prove(context, log);
    await openKeys(context, log, reply);
    const settled = await settleTeam(context, this, log, reply).catch(() => null); // the next device, or the next time, tries again
    const newest = settled ?? log;
    this.#logs.set(log.teamId, newest);
    await this.pin(context, newest);
    const { accountId } = await context.identity();
    const isIn = newest.state.members.has(accountId);
    this.#standing = isIn && (await keyOf(context, newest, newest.state.epoch)) ? "open" : "key-pending";
  }

  /** Remembers how far the log was seen, so that no server goes back behind it. */
  async pin(context: SharingContext, log: KnownLog): Promise<void> {
    const pin: TeamPin = pinOf(log);
    this.#logs.set(log.teamId, log);
    await changeTrust(context, (store) => (store.teams[log.teamId]?.head === pin.head ? null : withTeam(store, log.teamId, pin)));
  }

  /** Says once that the account came by a link with a secret. */
  async #prove(context: SharingContext, { teamId }: KnownLog): Promise<void> {
    const email = this.#deps.sessions.session?.user.email ?? "";
    const arrival = await readArrival(this.#deps.keys, email);
    if (!arrival) return;
    const { accountId, publicKey } = await context.identity();
    const proof = await arrival.prove(teamId, accountId, toHex(await fingerprint(publicKey)));
    // Also where the log has them: they may have left, and come in again before it said so.
    if (proof !== null) await context.call(api.team.proveInvited, { proof });
    await removeArrival(this.#deps.keys, email);
  }

  async current(context: SharingContext): Promise<TeamAtNow | null> {
    const log = this.believed;
    const key = log && (await keyOf(context, log, log.state.epoch));
    return log && key ? { teamId: log.teamId, epoch: log.state.epoch, key } : null;
  }

  async hasMember(teamId: string, epoch: number, id: string, publicKey: string): Promise<boolean> {
    const log = this.believed;
    return log?.teamId === teamId && wasMemberAt(log.state, id, toHex(await fingerprint(publicKey)), epoch);
  }
}
