/**
 * Marks (contract/team-marks.ts): each day this client signs how far it knows the team's log, and reads what the other members have signed. As long as one of them
 * has confirmed the log in the last week, a server that froze it for this device would be noticed.
 */

import { api } from "@coffer/contract/api";
import { MAX_AHEAD_MS } from "@coffer/contract/schemas";
import { type Mark, markMessage } from "@coffer/contract/team-marks";
import { fingerprint, fromBase64Url, toBase64Url, toHex, verify } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { SharingContext } from "../sharing/context.ts";
import type { Statement } from "../sharing/statements.ts";
import { pointOf, type VerifiedLog } from "./verified-log.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const QUIET_MS = 7 * DAY_MS;
const READ_AGAIN_MS = 10 * 60_000;

/** Another member, and when they last signed something of this team's log. */
export interface LastHeard {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export class Marks {
  /** When each member last left a mark, by team and account. */
  readonly #seen = new Map<string, ReadonlyMap<string, number>>();
  readonly #readAt = new Map<string, number>();
  /** When this device last left one: the server's list may lack it. */
  readonly #leftAt = new Map<string, number>();

  forget(): void {
    this.#seen.clear();
    this.#readAt.clear();
    this.#leftAt.clear();
  }

  /** Reads the marks of the own team, at most every ten minutes while they are fresh, and leaves one each day. @param hear - gets each mark that is true */
  async refresh(context: SharingContext, log: VerifiedLog, hear: (statement: Statement) => void): Promise<void> {
    const { teamId, state } = log;
    const { accountId } = await context.identity();
    const now = context.now();
    const isRecent = (this.#readAt.get(teamId) ?? 0) > now - READ_AGAIN_MS;
    if (isRecent && this.quiet(log, accountId, now).length === 0) return;
    const { marks } = await context.call(api.team.readMarks, { id: teamId });
    const seen = new Map<string, number>();
    for (const mark of marks) {
      const statement = await verified(log, mark);
      if (!statement) continue;
      seen.set(mark.memberId, mark.at);
      hear(statement);
    }
    this.#seen.set(teamId, seen);
    this.#readAt.set(teamId, now);
    const last = Math.max(seen.get(accountId) ?? 0, this.#leftAt.get(teamId) ?? 0);
    if (!state.members.has(accountId) || last > now - DAY_MS) return;
    this.#leftAt.set(teamId, now);
    await leaveMark(context, log);
  }

  /** The other members, if none of them has signed anything of this log for a week, last heard first; none in a team of one. */
  quiet({ teamId, state, heardAt }: VerifiedLog, self: string, now: number): LastHeard[] {
    const seen = this.#seen.get(teamId);
    const others = [...state.members.values()].filter(({ id }) => id !== self);
    // Who admits a member can date that as they like: what is dated in the future counts for nothing.
    const past = (at = 0): number => (at <= now + MAX_AHEAD_MS ? at : 0);
    const last = others.map(({ id, email }) => ({ email, at: Math.max(past(heardAt.get(id)), past(seen?.get(id))) }));
    const isFresh = last.some(({ at }) => at > now - QUIET_MS);
    return isFresh ? [] : last.toSorted((one, other) => other.at - one.at);
  }
}

/** @returns null unless a member has signed it, with the key that the log names */
async function verified({ teamId, state }: VerifiedLog, mark: Mark): Promise<Statement | null> {
  const { memberId: by, publicKey, size, root, signature } = mark;
  const member = state.members.get(by);
  if (!member || toHex(await fingerprint(publicKey)) !== member.key) return null;
  const message = markMessage(teamId, mark);
  if (!(await verify(publicKey, message, fromBase64Url(signature)))) return null;
  const signed = { by, publicKey, message: toBase64Url(message), signature };
  return { teamId, log: { size, root }, by, publicKey, signed: async () => signed };
}

async function leaveMark(context: SharingContext, log: VerifiedLog): Promise<void> {
  const { accountId: memberId, signer } = await context.identity();
  const said = { ...pointOf(log), at: context.now() };
  const signature = toBase64Url(await signer.sign(markMessage(log.teamId, { memberId, ...said })));
  await context.call(api.team.leaveMark, { id: log.teamId, ...said, signature });
}

/** No other member has confirmed the team's log for a week, and no one has decided to go on. */
export class TeamQuietError extends ClientError {
  constructor(people: readonly LastHeard[]) {
    super(
      `No one else in your team has confirmed its member list for 7 days, so the server could hide that someone has left. Ask ${namesOf(people)} to open Coffer, or decide on the page of the team to go on without them.`,
    );
    this.name = "TeamQuietError";
  }
}

const NAMED = 3;

function namesOf(people: readonly LastHeard[]): string {
  const names = people.slice(0, NAMED).map(({ email }) => email);
  return people.length > NAMED ? `${names.join(", ")} or another member` : names.join(" or ");
}
