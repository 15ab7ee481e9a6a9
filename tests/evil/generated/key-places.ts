/** Where keys may be (security design §6): grants of an honest owner's scopes, and copies of the team's key that an honest member made. */
import { expectEqualLogs, storedLog } from "../../flows/equal-logs.ts";
import type { Cast } from "./cast.ts";
import type { ServerState } from "./server-state.ts";

/** Who has a grant of whose scope, at which level. */
const grantsOf = ({ honest }: Cast, { grants }: ServerState): string[] => {
  const ids = new Set(honest.map(({ accountId }) => accountId));
  return grants
    .filter(({ sender_id, is_live }) => ids.has(sender_id) && is_live)
    .map(({ scope_id, recipient_id, team_id, permission }) => `${scope_id} ${recipient_id ?? `team ${team_id}`} ${permission}`);
};

/** @param first - before the first call: since then no honest person has pressed anything @returns what is where it should not be */
export const strayGrants = (cast: Cast, first: ServerState, here: ServerState): string[] => {
  const expected = new Set(grantsOf(cast, first));
  return grantsOf(cast, here)
    .filter((one) => !expected.has(one))
    .map((one) => `a grant that no one pressed: ${one}`);
};

interface Copy {
  readonly member_id: string;
  readonly epoch: number;
  readonly public_key: string | null;
}

/** Copies that honest members made, for accounts that the log has with another key, or not. */
export async function strayCopies({ world, honest, teamId }: Cast): Promise<string[]> {
  const { state } = await storedLog(world, teamId);
  const copies = await world.sql<Copy>(
    "select k.member_id, k.epoch, i.public_key from team_key k left join identity i on i.account_id = k.member_id where k.team_id = $1 and k.sender_id = any($2)",
    [teamId, honest.map(({ accountId }) => accountId)],
  );
  const wasIn = new Set([...state.memberHistory.values()].map(({ id }) => id));
  return copies
    .filter(
      ({ member_id, epoch }) =>
        !wasIn.has(member_id) || (epoch === state.epoch && !state.members.has(member_id) && state.founder?.id !== member_id),
    )
    .map(({ member_id, epoch }) => `a copy of the team's key ${epoch} for ${member_id}, who is not in the log`);
}

/** The log is the same for the server and for everyone who reads it whole, and the server counts the team's keys as the log does, and its members. */
export async function logProblems({ world, teamId }: Cast): Promise<string[]> {
  try {
    await expectEqualLogs(world);
  } catch (error) {
    return [String(error)];
  }
  const [row] = await world.sql<{ key_epoch: number }>("select key_epoch from team where id = $1", [teamId]);
  const { state } = await storedLog(world, teamId);
  const counted = await world.sql<{ id: string }>("select id from account where team_id = $1 and is_in_log", [teamId]);
  const strangers = counted.filter(({ id }) => !state.members.has(id) && state.founder?.id !== id);
  return [
    ...(row && row.key_epoch !== state.epoch ? [`the server counts ${row.key_epoch} keys of the team, its log ${state.epoch}`] : []),
    ...strangers.map(({ id }) => `the server lets ${id} write for the team, whom its log does not have`),
  ];
}
