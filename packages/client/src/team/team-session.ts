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
import type { CurrentTeamKey, SharingContext, TeamAccess } from "../sharing/context.ts";
import { changeTrust, readTrust, type TeamPin, withTeam } from "../sharing/trust-store.ts";
import type { KeyStore } from "../types.ts";
import { forgetInvitationLink, readInvitationLink } from "./invitation-link.ts";
import { reconcileTeam } from "./reconcile-team.ts";
import { refreshMembership } from "./refresh-membership.ts";
import { keyOf, openKeys } from "./team-keys.ts";
import { emptyLog, pinOf, refuseOtherLog, sinceOf, type VerifiedLog, verifyNewEntries, wasMemberAt } from "./verified-log.ts";

/**
 * How a team stands with this account. `none`: in no team. `unsolicited`: somebody put the account into it, and its owner has not said yes. `without-log`: nobody signed
 * that it was made. `not-believed`: its log is another one than was accepted. `key-pending`: no member who has the key has been online since. `open`: all is well.
 */
export type TeamStatus = "none" | "unsolicited" | "without-log" | "not-believed" | "key-pending" | "open";

interface TeamSessionDeps {
  readonly call: Call;
  readonly sessions: Sessions;
  readonly keys: KeyStore;
  readonly now: () => number;
}

/** Whether somebody who looks after the team has its key, as the server says it: believing that gives nobody anything. */
const isKeyHeldByAdmin = ({ log: { state }, reply: { people } }: { readonly log: VerifiedLog; readonly reply: TeamLog }): boolean =>
  [...state.members.values()].some(({ id, roleId }) => roleId === TEAM_ADMIN && !people.some((one) => one.id === id));

/** Others change the log as well; this often it is asked for by itself. */
const SYNC_INTERVAL_MS = 60_000;

export class TeamSession implements TeamAccess {
  readonly #deps: TeamSessionDeps;
  readonly #logs = new Map<string, VerifiedLog>();
  #status: TeamStatus = "none";
  #lastSync: { readonly teamId: string; readonly at: number } | null = null;
  #running: Promise<void> | null = null;
  /** Teams of others that have their key themselves, or are not there any more. */
  readonly #handedOver = new Set<string>();

  constructor(deps: TeamSessionDeps) {
    this.#deps = deps;
  }

  isInTeam(): boolean {
    return Boolean(this.#deps.sessions.session?.teamId);
  }

  async isMember(id: string): Promise<boolean> {
    return this.trustedLog?.state.members.has(id) ?? false;
  }

  get status(): TeamStatus {
    return this.#deps.sessions.session?.teamId ? this.#status : "none";
  }

  /** What the log says, where the team is believed. */
  get trustedLog(): VerifiedLog | null {
    const teamId = this.#deps.sessions.session?.teamId;
    const isBelieved = this.status === "open" || this.status === "key-pending";
    return (teamId && isBelieved && this.#logs.get(teamId)) || null;
  }

  forget(): void {
    this.#logs.clear();
    this.#handedOver.clear();
    [this.#status, this.#lastSync] = ["none", null];
  }

  /** Asks the server, at most once a minute unless it has to be now; does what a member's client does by itself. */
  async sync(context: SharingContext, isNow = false): Promise<void> {
    // Whoever asks for it now has a reason to think that there is a team: a session that began before it does not know of it.
    if (isNow && !this.isInTeam()) await refreshMembership(this.#deps);
    const teamId = this.#deps.sessions.session?.teamId;
    const isRecent = this.#lastSync !== null && this.#lastSync.teamId === teamId && this.#lastSync.at > this.#deps.now() - SYNC_INTERVAL_MS;
    if (!teamId || (isRecent && !isNow)) return;
    if (this.#running) await this.#running.catch(() => undefined);
    this.#running = this.#sync(context, teamId)
      // What came to no end, as while a question to the person is open, is tried again with the next look.
      .catch((error: unknown) => {
        this.#lastSync = null;
        throw error;
      })
      .finally(() => void this.#maintainOthers(context, teamId).catch(() => undefined));
    await this.#running;
  }

  /** Teams whose key this account keeps without being in them (decision C-16), until somebody who looks after one of them has it. Nobody waits for that. */
  async #maintainOthers(context: SharingContext, own: string): Promise<void> {
    if (!this.#deps.sessions.session?.permissions.manage_teams) return;
    const ids = Object.keys((await readTrust(context)).teams).filter((id) => id !== own && !this.#handedOver.has(id));
    for (const id of ids) {
      const maintained = await this.maintain(context, id).catch((error: unknown) => (error instanceof AppError ? "refused" : null));
      // One that is gone, or was left, is nobody's to ask for again.
      if (maintained === "refused" || (maintained && isKeyHeldByAdmin(maintained))) this.#handedOver.add(id);
    }
  }

  async #sync(context: SharingContext, teamId: string): Promise<void> {
    const known = this.#logs.get(teamId)?.hashes.length;
    const { log, reply } = await this.read(context, teamId);
    // What this account may has its lines there, too. Nobody waits for its menus.
    if (log.hashes.length !== known) void refreshMembership(this.#deps).catch(() => undefined);
    this.#lastSync = { teamId, at: this.#deps.now() };
    if (log.hashes.length === 0) this.#status = "without-log";
    else if (await this.#isAccepted(context, log)) await this.#open(context, log, reply);
    else if (this.#status !== "not-believed") this.#status = "unsolicited";
  }

  /** The log of any team that the server shows, verified in itself and against what was accepted. @throws IntegrityError */
  async read(context: SharingContext, teamId: string, all = false): Promise<{ readonly log: VerifiedLog; readonly reply: TeamLog }> {
    await this.ensureTrustLoaded(context);
    const before = this.#logs.get(teamId) ?? emptyLog(teamId);
    const reply = await context.call(api.team.readLog, { id: teamId, since: sinceOf(before), ...(all && { all }) });
    try {
      const log = await verifyNewEntries(before, reply);
      const pin = (await readTrust(context)).teams[teamId];
      if (pin) refuseOtherLog(log, pin);
      this.#logs.set(teamId, log);
      return { log, reply };
    } catch (error) {
      if (error instanceof IntegrityError && teamId === this.#deps.sessions.session?.teamId) this.#status = "not-believed";
      throw error;
    }
  }

  /** What was accepted lies in the trust store, which a device has once it has pulled: before that nothing is known to have been accepted. */
  async ensureTrustLoaded(context: SharingContext): Promise<void> {
    const personal = await context.scope();
    if (!(await personal.load())) await personal.pull();
  }

  /** @returns whether the owner of this account said yes to it: before, or by the link they came with */
  async #isAccepted(context: SharingContext, log: VerifiedLog): Promise<boolean> {
    const pin = (await readTrust(context)).teams[log.teamId];
    if (pin?.isProven) return true;
    const arrival = await readInvitationLink(this.#deps.keys, this.#deps.sessions.session?.user.email ?? "");
    const isProven = Boolean(arrival?.genesis) && arrival?.genesis === log.hashes[0];
    if (pin && !isProven) return true;
    if (!arrival) return false;
    // The link says which log it leads to; another one is the server's.
    if (arrival.genesis !== null && !isProven) {
      this.#status = "not-believed";
      return false;
    }
    await this.accept(context, log, isProven);
    return true;
  }

  /** The same for a team that one looks after without being in it, where its log was accepted: whoever made it is a holder, too. */
  async maintain(context: SharingContext, teamId: string): Promise<{ readonly log: VerifiedLog; readonly reply: TeamLog }> {
    const { log, reply } = await this.read(context, teamId);
    if (!(await readTrust(context)).teams[teamId]) return { log, reply };
    const settled = await reconcileTeam(context, this, log, reply).catch(() => null);
    if (settled) await this.pin(context, settled);
    return { log: settled ?? log, reply };
  }

  async accept(context: SharingContext, log: VerifiedLog, isProven = false): Promise<void> {
    await changeTrust(context, (store) => withTeam(store, log.teamId, { ...pinOf(log), ...(isProven && { isProven }) }));
  }

  async #open(context: SharingContext, log: VerifiedLog, reply: TeamLog): Promise<void> {
    await this.#prove(context, log);
    await openKeys(context, log, reply);
    const settled = await reconcileTeam(context, this, log, reply).catch(() => null); // the next device, or the next time, tries again
    const newest = settled ?? log;
    this.#logs.set(log.teamId, newest);
    await this.pin(context, newest);
    const { accountId } = await context.identity();
    const isIn = newest.state.members.has(accountId);
    this.#status = isIn && (await keyOf(context, newest, newest.state.epoch)) ? "open" : "key-pending";
  }

  /** Remembers how far the log was seen, so that no server goes back behind it. */
  async pin(context: SharingContext, log: VerifiedLog): Promise<void> {
    const pin: TeamPin = pinOf(log);
    this.#logs.set(log.teamId, log);
    await changeTrust(context, (store) => (store.teams[log.teamId]?.head === pin.head ? null : withTeam(store, log.teamId, pin)));
  }

  /** Says once that the account came by a link with a secret. */
  async #prove(context: SharingContext, { teamId }: VerifiedLog): Promise<void> {
    const email = this.#deps.sessions.session?.user.email ?? "";
    const arrival = await readInvitationLink(this.#deps.keys, email);
    if (!arrival) return;
    const { accountId, publicKey } = await context.identity();
    const proof = await arrival.prove(teamId, accountId, toHex(await fingerprint(publicKey)));
    // Also where the log has them: they may have left, and come in again before it said so.
    if (proof !== null) await context.call(api.team.proveInvited, { proof });
    await forgetInvitationLink(this.#deps.keys, email);
  }

  async currentKey(context: SharingContext): Promise<CurrentTeamKey | null> {
    const log = this.trustedLog;
    const key = log && (await keyOf(context, log, log.state.epoch));
    return log && key ? { teamId: log.teamId, epoch: log.state.epoch, key } : null;
  }

  async hasMember(teamId: string, epoch: number, id: string, publicKey: string): Promise<boolean> {
    const log = this.trustedLog;
    return log?.teamId === teamId && wasMemberAt(log.state, id, toHex(await fingerprint(publicKey)), epoch);
  }
}
