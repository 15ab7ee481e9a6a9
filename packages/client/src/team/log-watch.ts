/** What a device watches its team's log by: what others have signed of it (gossip.ts), and how long ago (marks.ts). */
import type { SharingContext } from "../sharing/context.ts";
import type { Statement } from "../sharing/statements.ts";
import type { LogAlarm } from "../sharing/team-gossip.ts";
import { changeTrust, readTrust, withGossip } from "../sharing/trust-store.ts";
import { Gossip, nameOfPoint, refuseStopped } from "./gossip.ts";
import { type LastHeard, Marks, QUIET_MS, TeamQuietError } from "./marks.ts";
import type { VerifiedLog } from "./verified-log.ts";

/** Points that a person has decided to go on with; the last are kept. */
const MAX_SETTLED = 20;

type ReadAgain = () => Promise<VerifiedLog>;

export const alarmOf = async (context: SharingContext, teamId: string): Promise<LogAlarm | null> =>
  (await readTrust(context)).gossip[teamId]?.alarm ?? null;

export class LogWatch {
  readonly #gossip = new Gossip();
  readonly #marks = new Marks();

  hear = (statement: Statement): void => this.#gossip.hear(statement);

  forget(): void {
    this.#gossip.forget();
    this.#marks.forget();
  }

  compare(context: SharingContext, log: VerifiedLog, readAgain: ReadAgain): Promise<VerifiedLog> {
    return this.#gossip.compareHeard(context, log, readAgain);
  }

  /** Whether this client does anything for its team by itself: not while others see another log, and not while no one else confirms this one. */
  async mayAct(context: SharingContext, log: VerifiedLog, readAgain: ReadAgain): Promise<boolean> {
    await this.#marks.refresh(context, log, this.hear).catch(() => undefined); // the next sync asks again
    const known = await this.compare(context, log, readAgain);
    if (await alarmOf(context, log.teamId)) return false;
    // The answer that says who lacks the key may be older than a log that was read again: the next sync acts on it.
    return known.hashes.length === log.hashes.length && (await this.waitedFor(context, log)).length === 0;
  }

  /** The other members, if none of them has confirmed this log for a week and no person has decided to go on since. */
  async waitedFor(context: SharingContext, log: VerifiedLog): Promise<readonly LastHeard[]> {
    const quiet = this.#marks.quiet(log, (await context.identity()).accountId, context.now());
    if (quiet.length === 0) return quiet;
    const { aloneAt = 0 } = (await readTrust(context)).gossip[log.teamId] ?? {};
    return aloneAt > context.now() - QUIET_MS ? [] : quiet;
  }

  /** @throws TeamStoppedError, TeamQuietError */
  async requireShareable(context: SharingContext, log: VerifiedLog, occasion: "new" | "again"): Promise<void> {
    await refuseStopped(context, log.teamId);
    if (occasion === "again") return;
    const quiet = await this.waitedFor(context, log);
    if (quiet.length > 0) throw new TeamQuietError(quiet);
  }
}

/** A person goes on although no other member has confirmed the log: for seven days. */
export const goOnAlone = (context: SharingContext, teamId: string): Promise<void> =>
  changeTrust(context, (store) => withGossip(store, teamId, { aloneAt: context.now() }));

/** A person goes on with the log that the server shows: the statement that stopped the team stops it no more. */
export const goOnWithThisLog = (context: SharingContext, teamId: string): Promise<void> =>
  changeTrust(context, (store) => {
    const { alarm, settled = [] } = store.gossip[teamId] ?? {};
    return alarm ? withGossip(store, teamId, { alarm: null, settled: [...settled, nameOfPoint(alarm.theirs)].slice(-MAX_SETTLED) }) : null;
  });

/** Entries that were missing may have come. @param log - as the server shows it now @returns whether the alarm is over */
export async function endAlarmIfAgreed(context: SharingContext, { teamId, hashes }: VerifiedLog): Promise<boolean> {
  const alarm = await alarmOf(context, teamId);
  if (!alarm) return true;
  if (hashes[alarm.theirs.size - 1] !== alarm.theirs.root) return false;
  await changeTrust(context, (store) => withGossip(store, teamId, { alarm: null }));
  return true;
}
