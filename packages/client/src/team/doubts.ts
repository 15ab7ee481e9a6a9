/** What a person sees and decides where the log of their own team is in doubt (security design §6, "The same log for all"). */
import type { SharingContext } from "../sharing/context.ts";
import type { LogAlarm } from "../sharing/team-gossip.ts";
import type { TeamContext } from "./context.ts";
import { alarmOf, endAlarmIfAgreed, goOnAlone, goOnWithThisLog } from "./log-watch.ts";
import type { LastHeard } from "./marks.ts";

export interface TeamDoubt {
  readonly teamId: string;
  /** A member has signed another log than the server shows: nothing is shared with the team. */
  readonly alarm: LogAlarm | null;
  /** The other members, if none of them has confirmed the log for a week: nothing is shared until one does, or the person goes on. */
  readonly waitsFor: readonly LastHeard[];
}

/** Null: the log of the own team is not in doubt, or there is none. Asks the server at most once a minute. */
async function ownTeamDoubt({ teamSession, sharing }: TeamContext): Promise<TeamDoubt | null> {
  const context = await sharing();
  await teamSession.sync(context).catch(() => undefined); // what is known counts
  const log = teamSession.trustedLog;
  if (!log) return null;
  const [alarm, waitsFor] = [await alarmOf(context, log.teamId), await teamSession.watch.waitedFor(context, log)];
  return alarm || waitsFor.length > 0 ? { teamId: log.teamId, alarm, waitsFor } : null;
}

export interface OfTeam {
  readonly teamId: string;
}

const decided =
  (decide: (context: SharingContext, teamId: string) => Promise<void>) =>
  async ({ teamSession, sharing }: TeamContext, { teamId }: OfTeam): Promise<void> => {
    const context = await sharing();
    await decide(context, teamId);
    await teamSession.sync(context, true).catch(() => undefined); // what waited for the decision is done now, or with the next sync
  };

/** Asks the server for the log again. @returns whether it shows what the other member has signed: then the team goes on. @throws IntegrityError */
async function askForLog({ teamSession, sharing }: TeamContext, { teamId }: OfTeam): Promise<boolean> {
  const context = await sharing();
  const { log } = await teamSession.read(context, teamId);
  const isOver = await endAlarmIfAgreed(context, log);
  await teamSession.sync(context, true).catch(() => undefined);
  return isOver;
}

export const DOUBTS = {
  ownTeamDoubt,
  askForLog,
  /** Although no other member has confirmed the log: for seven days. */
  goOnAlone: decided(goOnAlone),
  /** Although a member has signed another log than the server shows. */
  goOnWithThisLog: decided(goOnWithThisLog),
};
