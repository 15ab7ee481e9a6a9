/**
 * The signed-in user's team as far as it is trusted: a log that this account has accepted, and the team key. What only the server claims
 * shows nothing and receives nothing (security design §6). A team made by someone else counts once its invitation link was used on a
 * device of this account, or the user agreed to it.
 */
import { api } from "@coffer/contract/api";
import type { TeamLog } from "@coffer/contract/team-log";
import { fingerprint, toHex } from "@coffer/crypto";
import type { Sessions } from "../account/session.ts";
import type { Call } from "../call.ts";
import { IntegrityError } from "../errors.ts";
import type { CurrentTeamKey, KnownLog, SharingContext, TeamAccess } from "../sharing/context.ts";
import type { Statement } from "../sharing/statements.ts";
import { changeTrust, readTrust } from "../sharing/trust-store.ts";
import type { KeyStore } from "../types.ts";
import { LogCache, ReadLogs } from "./cached-log.ts";
import { proveInvitation, readInvitationLink } from "./invitation-link.ts";
import { alarmOf, LogWatch } from "./log-watch.ts";
import { OtherTeams } from "./other-teams.ts";
import { pinLog } from "./pin-log.ts";
import { keptByLeavers, reconcileTeam } from "./reconcile-team.ts";
import { refreshMembership } from "./refresh-membership.ts";
import { throwIfNoAnswer } from "./retry.ts";
import { SyncTimes } from "./sync-times.ts";
import { keyOf, openKeys } from "./team-keys.ts";
import { BELIEVED, STOPPED, type TeamStatus } from "./team-status.ts";
import {
  emptyLog,
  membersEver,
  pointOf,
  refuseOtherLog,
  sinceOf,
  type VerifiedLog,
  verifyNewEntries,
  wasMemberAt,
  withAccepted,
} from "./verified-log.ts";

interface TeamSessionDeps {
  readonly call: Call;
  readonly sessions: Sessions;
  readonly keys: KeyStore;
  readonly now: () => number;
}

export class TeamSession implements TeamAccess {
  readonly #deps: TeamSessionDeps;
  readonly #logs = new ReadLogs();
  #status: TeamStatus = "none";
  readonly #times = new SyncTimes();
  #cache = new LogCache();
  #running: Promise<void> | null = null;
  readonly #others = new OtherTeams();
  readonly watch = new LogWatch();

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

  /** The log of the own team, if it is trusted. */
  get trustedLog(): VerifiedLog | null {
    const teamId = this.#deps.sessions.session?.teamId;
    return (teamId && BELIEVED.has(this.status) && this.#logs.get(teamId)) || null;
  }

  forget(): void {
    this.#logs.clear();
    this.#others.forget();
    this.watch.forget();
    this.#times.forget();
    this.#cache = new LogCache();
    this.#status = "none";
  }

  /** Syncs with the server when it is time (sync-times.ts) or `isNow`, and does a member's background work. */
  async sync(context: SharingContext, isNow: boolean | "log" = false): Promise<void> {
    if (isNow === "log") return this.#readNewest(context);
    // An explicit sync has a reason to expect a team; a session that began earlier does not know of it.
    if (isNow && !this.isInTeam()) await refreshMembership(this.#deps);
    const teamId = this.#deps.sessions.session?.teamId;
    if (!teamId || !(isNow || this.#isDue(teamId))) return;
    if (this.#running) await this.#running.catch(() => undefined);
    this.#running = this.#sync(context, teamId)
      // An unfinished sync, for example while a question to the user is open, is retried next time.
      .catch((error: unknown) => {
        this.#times.forgetLast();
        throw error;
      })
      .finally(() => void this.#maintainOthers(context, teamId).catch(() => undefined));
    await this.#running;
  }

  #isDue(teamId: string): boolean {
    const known = { status: this.#status, log: this.#logs.get(teamId), accountId: this.#deps.sessions.session?.user.id ?? "" };
    return this.#times.isDue(teamId, known, this.#deps.now());
  }

  /** Runs in the background. */
  async #maintainOthers(context: SharingContext, own: string): Promise<void> {
    if (!this.#deps.sessions.session?.permissions.manage_teams) return;
    await this.#others.maintain((await readTrust(context)).teams, own, (id) => this.maintain(context, id));
  }

  async #sync(context: SharingContext, teamId: string): Promise<void> {
    const known = this.#logs.get(teamId)?.hashes.length;
    const { log, reply } = await this.read(context, teamId);
    // A log change may also change this account's permissions; no one waits for the menus.
    if (log.hashes.length !== known) void refreshMembership(this.#deps).catch(() => undefined);
    this.#times.note(teamId, this.#deps.now());
    if (log.hashes.length === 0) this.#status = "without-log";
    else if (await this.#isAccepted(context, log)) await this.#open(context, log, reply);
    else if (this.#status !== "not-believed") this.#status = "unsolicited";
  }

  /** The log of any team, verified in itself and against the accepted one. @throws IntegrityError */
  async read(context: SharingContext, teamId: string, all = false): Promise<{ readonly log: VerifiedLog; readonly reply: TeamLog }> {
    await this.ensureTrustLoaded(context);
    const before = this.#logs.get(teamId) ?? (await this.#cache.read(context, teamId)) ?? emptyLog(teamId);
    const pin = (await readTrust(context)).teams[teamId]; // what this account writes meanwhile, here or elsewhere, is not in the answer
    const reply = await context.call(api.team.readLog, { id: teamId, since: sinceOf(before), ...(all && { all }) });
    try {
      const log = await verifyNewEntries(before, reply);
      if (pin) refuseOtherLog(log, pin);
      this.#logs.keep(log);
      return { log, reply };
    } catch (error) {
      if (error instanceof IntegrityError && teamId === this.#deps.sessions.session?.teamId) this.#status = "not-believed";
      throw error;
    }
  }

  async #readNewest(context: SharingContext): Promise<void> {
    const log = this.trustedLog;
    if (!log) return;
    await this.read(context, log.teamId).catch(throwIfNoAnswer);
  }

  /** The accepted logs are pinned in the trust store, which a device has after its first pull; before that nothing is known. */
  async ensureTrustLoaded(context: SharingContext): Promise<void> {
    const personal = await context.scope();
    if (!(await personal.load())) await personal.pull();
  }

  /** @returns whether the user accepted this team: earlier, or by the link they used */
  async #isAccepted(context: SharingContext, log: VerifiedLog): Promise<boolean> {
    const pin = (await readTrust(context)).teams[log.teamId];
    const isMember = pin !== undefined && !pin.hasLeft;
    if (isMember && pin.isProven) return true;
    const arrival = await readInvitationLink(this.#deps.keys, this.#deps.sessions.session?.user.email ?? "");
    const isProven = Boolean(arrival?.genesis) && arrival?.genesis === log.hashes[0];
    if (isMember && !isProven) return true;
    if (!arrival) return false;
    // The link names the log it leads to; a different log comes from the server.
    if (arrival.genesis !== null && !isProven) {
      this.#status = "not-believed";
      return false;
    }
    await this.accept(context, log, isProven);
    return true;
  }

  /** The same for a team that this account looks after without being a member, once its log was accepted: the founder holds the key too. */
  async maintain(context: SharingContext, teamId: string): Promise<{ readonly log: VerifiedLog; readonly reply: TeamLog }> {
    const { log, reply } = await this.read(context, teamId);
    if (!(await readTrust(context)).teams[teamId]) return { log, reply };
    const reconciled = (await alarmOf(context, teamId)) ? null : await reconcileTeam(context, this, log, reply).catch(() => null);
    if (reconciled) await this.pin(context, reconciled);
    return { log: reconciled ?? log, reply };
  }

  async accept(context: SharingContext, log: VerifiedLog, isProven = false): Promise<void> {
    await changeTrust(context, (store) => withAccepted(store, log, isProven));
  }

  async #open(context: SharingContext, log: VerifiedLog, reply: TeamLog): Promise<void> {
    await proveInvitation(context, this.#deps.keys, this.#deps.sessions.session?.user.email ?? "", log.teamId);
    await openKeys(context, log, reply);
    // The next device or the next sync tries again.
    const reconciled = (await this.watch.mayAct(context, log, this.#readAgain(context, log)))
      ? await reconcileTeam(context, this, log, reply).catch(() => null)
      : null;
    await this.pin(context, reconciled ?? this.#logs.get(log.teamId) ?? log);
    await this.#judge(context, log.teamId);
  }

  async #judge(context: SharingContext, teamId: string): Promise<void> {
    const [log, alarm] = [this.#logs.get(teamId), await alarmOf(context, teamId)];
    if (!log) return;
    const isIn = log.state.members.has((await context.identity()).accountId);
    const status = isIn && (await keyOf(context, log, log.state.epoch)) ? "open" : "key-pending";
    this.#status = alarm ? STOPPED[alarm.code] : status;
    this.#times.noteStatus(this.#status, this.#deps.now());
  }

  #readAgain =
    (context: SharingContext, { teamId }: VerifiedLog) =>
    async (): Promise<VerifiedLog> =>
      (await this.read(context, teamId)).log;

  hear = (statement: Statement): void => this.watch.hear(statement);

  /** Compares what this account's scopes have said of its team's log since. */
  async checkLogs(context: SharingContext): Promise<void> {
    const log = this.trustedLog;
    if (!log) return;
    await this.watch.compare(context, log, this.#readAgain(context, log));
    await this.#judge(context, log.teamId);
  }

  /** Remembers how far the log was seen, so that no server can roll it back. */
  async pin(context: SharingContext, log: VerifiedLog): Promise<void> {
    this.#logs.keep(log);
    await pinLog(context, log);
    await this.#cache.write(context, log);
  }

  async requireShareable(context: SharingContext, occasion: "new" | "again"): Promise<void> {
    if (this.trustedLog) await this.watch.requireShareable(context, this.trustedLog, occasion);
  }

  async currentKey(context: SharingContext): Promise<CurrentTeamKey | null> {
    const [log, { accountId }] = [this.trustedLog, await context.identity()];
    // A person who has left has the newest key. And the server says which team is the own one: it could name one that this account has made for others.
    if (!log || keptByLeavers(log.state).length > 0 || !log.state.members.has(accountId)) return null;
    const key = await keyOf(context, log, log.state.epoch);
    return key ? { teamId: log.teamId, epoch: log.state.epoch, key, log: pointOf(log), members: membersEver(log) } : null;
  }

  knownLog(): KnownLog | null {
    const log = this.trustedLog;
    return log && { teamId: log.teamId, log: pointOf(log) };
  }

  async hasMember(teamId: string, epoch: number, id: string, publicKey: string): Promise<boolean> {
    const log = this.trustedLog;
    return log?.teamId === teamId && wasMemberAt(log.state, id, toHex(await fingerprint(publicKey)), epoch);
  }
}
