/**
 * Who stays until they have handed over (security design §6, rule 3): the person who made a team, and its last administrator. No one else can take them out of the
 * log, except where the server says that their account is closed; that is in the entry, and an honest server refuses it for an account that is there.
 */
import type { TeamState } from "./log-state.ts";
import { isAdministrator, MEMBER, TEAM_ADMIN } from "./roles.ts";

const hasAdminBut = ({ members }: TeamState, id: string): boolean =>
  [...members.values()].some((one) => one.id !== id && one.roleId === TEAM_ADMIN);

export const isLastAdmin = (state: TeamState, id: string): boolean =>
  state.members.get(id)?.roleId === TEAM_ADMIN && !hasAdminBut(state, id);

/** Whether only their own signature takes them out. */
export const leavesAlone = (state: TeamState, id: string): boolean => state.founder?.id === id || isLastAdmin(state, id);

/** Whether they can go: an administrator stays, or no one does. */
export const hasHandedOver = (state: TeamState, id: string): boolean =>
  !leavesAlone(state, id) || hasAdminBut(state, id) || [...state.members.keys()].every((one) => one === id);

/**
 * Of those whom the log has only those who are in the team at the server too, as administrators only if they are there: no one hands over to a person who is gone.
 * @param roles - by account, as the server has them
 */
export function presentState(state: TeamState, roles: ReadonlyMap<string, number>): TeamState {
  const isAdmin = (id: string): boolean => isAdministrator(roles.get(id) ?? MEMBER);
  const here = [...state.members.values()].filter(({ id }) => roles.has(id));
  return { ...state, members: new Map(here.map((one) => [one.id, isAdmin(one.id) ? one : { ...one, roleId: MEMBER }])) };
}
