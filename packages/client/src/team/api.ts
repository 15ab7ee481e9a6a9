/** The team room: teams, their members and roles, invitations. Nothing of it is secret, and the server decides who may; a screen that shows too much is refused. */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import type { ActiveMember, PendingInvitation, Role, Team } from "@coffer/contract/team-shapes";
import type { Sessions } from "../account/session.ts";
import { type Bound, bindVerbs } from "../bind.ts";
import type { Call } from "../call.ts";

interface TeamContext {
  readonly call: Call;
  readonly sessions: Sessions;
}

interface ById<Id = string> {
  readonly id: Id;
}

export interface TeamPeople {
  readonly members: readonly ActiveMember[];
  readonly invitations: readonly PendingInvitation[];
  /** Those that members of the team may have. */
  readonly roles: readonly Role[];
}

const room = api.team;

/** Roles and teams change while somebody is signed in: what menus and guards go by is asked for again. */
const refreshStanding = async ({ call, sessions }: TeamContext): Promise<void> => {
  const { token } = sessions;
  if (token === null) return;
  const { role_id: roleId, team_id: teamId, permissions } = await call(room.standing, {});
  const { session } = sessions;
  // Asked for another session than the one of now.
  if (session === null || sessions.token !== token) return;
  const standing = { roleId, teamId, permissions };
  const { roleId: r, teamId: t, permissions: p } = session;
  if (JSON.stringify(standing) !== JSON.stringify({ roleId: r, teamId: t, permissions: p })) await sessions.change({ standing });
};

const TEAMS = {
  refreshStanding,
  teams: async ({ call }: TeamContext): Promise<readonly Team[]> => (await call(room.listTeams, {})).teams,
  team: async ({ call }: TeamContext, { id }: ById): Promise<Team> => (await call(room.getTeam, { id })).team,
  createTeam: async (context: TeamContext, input: InputOf<typeof room.createTeam>): Promise<Team> => {
    const { team } = await context.call(room.createTeam, input);
    await refreshStanding(context).catch(() => undefined); // made it is; the next look says the rest
    return team;
  },
  updateTeam: async ({ call }: TeamContext, input: InputOf<typeof room.updateTeam>): Promise<void> =>
    void (await call(room.updateTeam, input)),
  deleteTeam: async (context: TeamContext, input: ById & { readonly deleteUsers: boolean }): Promise<void> => {
    await context.call(room.deleteTeam, input);
    await refreshStanding(context).catch(() => undefined);
  },
  /** Counts anew what its members store. */
  refreshStorage: async ({ call }: TeamContext, { id }: ById): Promise<Team["storage_data"]> =>
    (await call(room.refreshStorage, { id })).storage_data,
};

const MEMBERS = {
  /** @param teamId - null: of the own team. @throws AppError forbidden */
  people: async ({ call }: TeamContext, { teamId }: { readonly teamId: string | null }): Promise<TeamPeople> => {
    const data = teamId === null ? await call(room.ownTeamMembers, {}) : await call(room.teamMembers, { teamId });
    return { members: data.activeMembers, invitations: data.pendingInvitations, roles: data.roles };
  },
  /** Accounts without a team that may be added. */
  availableUsers: async ({ call }: TeamContext) => (await call(room.availableUsers, {})).users,
  addMember: async ({ call }: TeamContext, input: InputOf<typeof room.addMember>): Promise<void> =>
    void (await call(room.addMember, input)),
  giveRole: async ({ call }: TeamContext, input: InputOf<typeof room.updateMemberRole>): Promise<void> =>
    void (await call(room.updateMemberRole, input)),
  /** @param id - of the membership */
  removeMember: async ({ call }: TeamContext, { id }: ById): Promise<void> => void (await call(room.removeMember, { id })),
  leaveTeam: async (context: TeamContext): Promise<void> => {
    await context.call(room.leaveTeam, {});
    await refreshStanding(context).catch(() => undefined);
  },
  deleteUser: async ({ call }: TeamContext, { userId }: { readonly userId: string }): Promise<void> =>
    void (await call(room.deleteUser, { userId })),
  removeMfa: async ({ call }: TeamContext, { userId }: { readonly userId: string }): Promise<void> =>
    void (await call(api.account.removeMfa, { userId })),
};

const ROLES = {
  roles: async ({ call }: TeamContext): Promise<readonly Role[]> => call(room.listRoles, {}),
  createRole: async ({ call }: TeamContext, input: InputOf<typeof room.createRole>): Promise<void> =>
    void (await call(room.createRole, input)),
  updateRole: async ({ call }: TeamContext, input: InputOf<typeof room.updateRole>): Promise<void> =>
    void (await call(room.updateRole, input)),
  deleteRole: async ({ call }: TeamContext, { id }: ById<number>): Promise<void> => void (await call(room.deleteRole, { id })),
};

const INVITATIONS = {
  /** @returns the link, where it was asked for and not mailed */
  invite: async ({ call }: TeamContext, input: InputOf<typeof room.invite>): Promise<string | null> =>
    (await call(room.invite, input)).link ?? null,
  revokeInvitation: async ({ call }: TeamContext, { id }: ById): Promise<void> => void (await call(room.revokeInvitation, { id })),
  /** Joins with the account of the invited address; asks for no session. @returns what the server says came of it */
  acceptInvitation: async (context: TeamContext, { token }: { readonly token: string }): Promise<string> => {
    const { message = "" } = await context.call(room.acceptInvitation, { token });
    await refreshStanding(context).catch(() => undefined);
    return message;
  },
};

const VERBS = { ...TEAMS, ...MEMBERS, ...ROLES, ...INVITATIONS };
export type TeamApi = Bound<typeof VERBS>;

export const teamApi = (context: TeamContext): TeamApi => bindVerbs(context, VERBS);
