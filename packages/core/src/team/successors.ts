/**
 * Who stays until they have handed over (security design §6, rule 3): the person who made a team, and its last administrator. No one else can take them out of the
 * log, except where the server says that their account is closed; that is in the entry, and an honest server refuses it for an account that is there.
 */
import type { TeamState } from "./log-state.ts";
import { TEAM_ADMIN } from "./roles.ts";

const hasAdminBut = ({ members }: TeamState, id: string): boolean =>
  [...members.values()].some((one) => one.id !== id && one.roleId === TEAM_ADMIN);

export const isLastAdmin = (state: TeamState, id: string): boolean =>
  state.members.get(id)?.roleId === TEAM_ADMIN && !hasAdminBut(state, id);

/** Whether only their own signature takes them out. */
export const leavesAlone = (state: TeamState, id: string): boolean => state.founder?.id === id || isLastAdmin(state, id);

/** Whether they can go: an administrator stays, or no one does. */
export const hasHandedOver = (state: TeamState, id: string): boolean =>
  !leavesAlone(state, id) || hasAdminBut(state, id) || [...state.members.keys()].every((one) => one === id);
