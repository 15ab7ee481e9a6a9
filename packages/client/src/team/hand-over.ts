/** Leaving as the one on whom a team hangs: someone else becomes its administrator first, in the log and at the server (security design §6, rule 3). */
import type { ActiveMember } from "@coffer/contract/team-schemas";
import type { TeamState } from "@coffer/core/team/log-state";
import { isAdministrator, TEAM_ADMIN } from "@coffer/core/team/roles";
import { hasHandedOver, presentState } from "@coffer/core/team/successors";
import { ClientError } from "../errors.ts";
import { readTrust } from "../sharing/trust-store.ts";
import type { TeamContext } from "./context.ts";
import { acceptedLog } from "./pressed-changes.ts";
import { giveRole } from "./signed-changes.ts";
import { memberKey } from "./team-keys.ts";

type InTeam = Pick<ActiveMember, "user_id" | "role_id">;

/** Whether this account cannot leave as things are. The server judges by the same rule. */
export const mustHandOver = (state: TeamState, ownId: string, here: readonly InTeam[]): boolean =>
  state.members.has(ownId) && !hasHandedOver(presentState(state, new Map(here.map(({ user_id, role_id }) => [user_id, role_id]))), ownId);

interface Named {
  readonly userId: string;
  /** As it was shown to the person who presses. */
  readonly email: string;
  /** At the server. */
  readonly serverRoleId: number;
}

/**
 * Makes a member the administrator of the own team. Whatever breaks off here leaves the team with one more administrator, never with none.
 * @throws ClientError when the log has no such member, or the key that the server shows for them is not the known one
 */
export async function handOver(context: TeamContext, { userId, email, serverRoleId }: Named): Promise<void> {
  const teamId = context.sessions.session?.teamId ?? "";
  const isAdmin = await isAdminIn(context, teamId, { userId, email });
  if (!isAdmin || !isAdministrator(serverRoleId)) await giveRole(context, { userId, roleId: TEAM_ADMIN, teamId });
}

/** @returns whether the log has them as an administrator already. @throws ClientError where it cannot */
async function isAdminIn(context: TeamContext, teamId: string, { userId, email }: Pick<Named, "userId" | "email">): Promise<boolean> {
  const sharing = await context.sharing();
  const answer = await acceptedLog(context, sharing, teamId, true);
  const member = answer?.log.state.members.get(userId);
  const person = answer?.reply.people.find(({ id }) => id === userId);
  if (!answer || !person || member?.email !== email) throw new ClientError(NOT_THERE);
  if (typeof (await memberKey(await readTrust(sharing), answer.log.state, person)) === "string") throw new ClientError(otherKey(email));
  return member.roleId === TEAM_ADMIN;
}

const NOT_THERE = "This person is not in the team's signed log any more. Choose someone else.";
const otherKey = (email: string): string =>
  `The server shows another security key for ${email} than the one you know, or than the team's log names. Compare your safety numbers first.`;
