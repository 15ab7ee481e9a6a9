/**
 * Whether a new key of a team reaches everyone who is in it (security design §6, rule 4).
 *
 * Note: All copies. A key that some members never get divides a team: they wait, and no one can see for what. So the entry names a hash over every other member after it and
 * the hash of their copy, and all copies come in the call that carries it, or the entry is refused. Only the server sees all copies; a member sees their own, and says
 * with a signature when it does not open. A member whose account the server has no longer cannot get a copy: the entry names them, and the server refuses that
 * for an account which is there.
 */
import type { KeyChange, TeamState } from "./log-state.ts";

/** The copies of one epoch that come with an entry. */
export interface CopiesSent {
  /** For whom, as often as there is one. */
  readonly members: readonly string[];
  /** Over them, as contract/team-log.ts `copiesMessage` says; hex. */
  readonly hash: string;
}

/** @param by - the writer, who has drawn it and keeps it: a key for oneself is wrapped, not granted */
export function reachesAll({ members }: TeamState, { copies, without = [] }: KeyChange, by: string, sent: CopiesSent): boolean {
  const named = [...sent.members, ...without];
  const others = [...members.keys()].filter((id) => id !== by);
  return copies === sent.hash && named.length === others.length && others.every((id) => named.includes(id));
}
