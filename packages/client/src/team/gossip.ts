/**
 * Whether the server shows all members the same log (security design §6). What others sign about it, in heads, grants, copies of the key and marks, is
 * compared with the log that this device has verified. A statement that contradicts it stops the team, until a person decides.
 */
import { fingerprint, toHex } from "@coffer/crypto";
import { ClientError } from "../errors.ts";
import type { SharingContext } from "../sharing/context.ts";
import type { Statement } from "../sharing/statements.ts";
import type { LogAlarm } from "../sharing/team-gossip.ts";
import { changeTrust, readTrust, withGossip } from "../sharing/trust-store.ts";
import { evidenceOf } from "./evidence.ts";
import { pointOf, type VerifiedLog } from "./verified-log.ts";

/** Statements that wait until they are compared: more than a pull brings. */
const MAX_HEARD = 500;

/** As `settled` of the trust store names it. */
export const nameOfPoint = ({ size, root }: Statement["log"]): string => `${size} ${root}`;

type Verdict = "same" | LogAlarm["code"];

function compare({ hashes }: VerifiedLog, { log: { size, root } }: Statement): Verdict {
  if (size > hashes.length) return "log_withheld";
  return hashes[size - 1] === root ? "same" : "log_forked";
}

/** Others may say what they like of a log that they are not in. */
async function isByMember({ state }: VerifiedLog, { by, publicKey }: Statement): Promise<boolean> {
  const key = toHex(await fingerprint(publicKey));
  return state.members.get(by)?.key === key || (state.founder?.id === by && state.founder.key === key);
}

export class Gossip {
  readonly #heard = new Map<string, Statement>();
  /** Of the logs that were compared: however many others say something, a member is heard. */
  #members: ReadonlySet<string> = new Set();
  /** Many heads say the same of one log. */
  readonly #agreed = new Set<string>();

  hear(statement: Statement): void {
    const name = `${statement.teamId} ${statement.by} ${nameOfPoint(statement.log)}`;
    const hasRoom = this.#heard.size < MAX_HEARD || this.#members.has(statement.by);
    if (!this.#agreed.has(name) && hasRoom) this.#heard.set(name, statement);
  }

  forget(): void {
    this.#heard.clear();
    this.#agreed.clear();
  }

  /**
   * Compares what was heard of this team. Entries that this device lacks are asked for first.
   * @returns the log afterwards. @throws what `readAgain` throws: then the next look compares
   */
  async compareHeard(context: SharingContext, log: VerifiedLog, readAgain: () => Promise<VerifiedLog>): Promise<VerifiedLog> {
    this.#members = new Set(log.state.members.keys());
    const about = [...this.#heard].filter(([, { teamId }]) => teamId === log.teamId);
    if (about.length === 0) return log;
    const settled = (await readTrust(context)).gossip[log.teamId]?.settled ?? [];
    const heard = about.filter(([, statement]) => !settled.includes(nameOfPoint(statement.log)));
    const isBehind = heard.some(([, statement]) => compare(log, statement) === "log_withheld");
    const known = isBehind ? await readAgain() : log;
    for (const [name] of about) this.#heard.delete(name);
    for (const [name, statement] of heard) {
      const verdict = compare(known, statement);
      if (verdict === "same") this.#agreed.add(name);
      else if (await isByMember(known, statement)) await raise(context, known, statement, verdict);
    }
    return known;
  }
}

/** The first contradiction is kept: the others follow from it. */
async function raise(context: SharingContext, log: VerifiedLog, statement: Statement, code: LogAlarm["code"]): Promise<void> {
  const { teamId, hashes, state } = log;
  if ((await readTrust(context)).gossip[teamId]?.alarm) return;
  const { size } = statement.log;
  const own = code === "log_forked" ? { size, root: hashes[size - 1] ?? "" } : pointOf(log);
  const evidence = await evidenceOf(context, { code, log, own, statement });
  const by = (state.members.get(statement.by) ?? state.founder)?.email ?? "";
  const alarm = { code, at: context.now(), by, theirs: statement.log, own, evidence };
  await changeTrust(context, (store) => (store.gossip[teamId]?.alarm ? null : withGossip(store, teamId, { alarm })));
}

/** Nothing is shared with a team, and nothing signed in its log, while its alarm is on. */
class TeamStoppedError extends ClientError {
  readonly code: LogAlarm["code"];

  constructor({ code, by }: LogAlarm) {
    super(
      code === "log_forked"
        ? `Sharing with your team is stopped: ${by} has signed another history of it than the server shows you. The page of the team says what to do.`
        : `Sharing with your team is stopped: ${by} has signed more of its history than the server shows you. The page of the team says what to do.`,
    );
    this.name = "TeamStoppedError";
    this.code = code;
  }
}

/** @throws TeamStoppedError */
export async function refuseStopped(context: SharingContext, teamId: string): Promise<void> {
  const alarm = (await readTrust(context)).gossip[teamId]?.alarm;
  if (alarm) throw new TeamStoppedError(alarm);
}
