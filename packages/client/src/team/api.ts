/** The team room: teams, their members and roles, invitations. The server decides who may; who is in a team, and with which role, is what its signed log says. */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import type { Role, Team } from "@coffer/contract/team-schemas";
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import type { TeamContext } from "./context.ts";
import { createTeam, startLog } from "./create-team.ts";
import { formerMemberAccess } from "./former-members.ts";
import { rememberInvitationLink } from "./invitation-link.ts";
import { people } from "./people.ts";
import { refreshMembership } from "./refresh-membership.ts";
import {
  addMember,
  confirmMember,
  createRole,
  giveRole,
  invite,
  maintainAfterRemoval,
  revokeInvitation,
  updateRole,
} from "./signed-changes.ts";
import type { TeamStatus } from "./team-session.ts";

interface ById<Id = string> {
  readonly id: Id;
}

const teamEndpoints = api.team;

const TEAMS = {
  refreshMembership,
  teams: async ({ call }: TeamContext): Promise<readonly Team[]> => (await call(teamEndpoints.listTeams, {})).teams,
  team: async ({ call }: TeamContext, { id }: ById): Promise<Team> => (await call(teamEndpoints.getTeam, { id })).team,
  createTeam,
  startLog,
  updateTeam: async ({ call }: TeamContext, input: InputOf<typeof teamEndpoints.updateTeam>): Promise<void> =>
    void (await call(teamEndpoints.updateTeam, input)),
  deleteTeam: async (context: TeamContext, input: ById & { readonly deleteUsers: boolean }): Promise<void> => {
    await context.call(teamEndpoints.deleteTeam, input);
    await refreshMembership(context).catch(() => undefined);
  },
  /** Counts anew what its members store. */
  refreshStorage: async ({ call }: TeamContext, { id }: ById): Promise<Team["storage_data"]> =>
    (await call(teamEndpoints.refreshStorage, { id })).storage_data,
};

const MEMBERS = {
  people,
  formerMemberAccess,
  /** Accounts without a team that may be added. */
  availableUsers: async ({ call }: TeamContext) => (await call(teamEndpoints.availableUsers, {})).users,
  addMember,
  confirmMember,
  giveRole,
  /** @param id - of the membership @param teamId - null: of the own team */
  removeMember: async (context: TeamContext, { id, teamId }: ById & { readonly teamId: string | null }): Promise<void> => {
    await context.call(teamEndpoints.removeMember, { id });
    await maintainAfterRemoval(context, teamId);
  },
  /** How the own team stands with this account. Asks the server. */
  ownTeamStatus: async ({ teamSession, sharing }: TeamContext): Promise<TeamStatus> => {
    await teamSession.sync(await sharing(), true).catch(() => undefined); // what is wrong with it is what the standing says
    return teamSession.status;
  },
  /** What a member's client does for the team while nobody looks at it; asks the server as often as is good, unless the own key is pending. @returns how the team stands */
  maintain: async ({ teamSession, sharing }: TeamContext): Promise<TeamStatus> => {
    await teamSession.sync(await sharing(), teamSession.status === "key-pending");
    return teamSession.status;
  },
  /** Its owner says yes to a team that somebody put this account into. */
  joinTeam: async ({ teamSession, sharing, sessions }: TeamContext): Promise<void> => {
    const teamId = sessions.session?.teamId;
    if (!teamId) return;
    await teamSession.accept(await sharing(), (await teamSession.read(await sharing(), teamId)).log);
    await teamSession.sync(await sharing(), true);
  },
  leaveTeam: async (context: TeamContext): Promise<void> => {
    await context.call(teamEndpoints.leaveTeam, {});
    await refreshMembership(context).catch(() => undefined);
  },
  deleteUser: async (
    context: TeamContext,
    { userId, teamId }: { readonly userId: string; readonly teamId: string | null },
  ): Promise<void> => {
    await context.call(teamEndpoints.deleteUser, { userId });
    await maintainAfterRemoval(context, teamId);
  },
  removeMfa: async ({ call }: TeamContext, { userId }: { readonly userId: string }): Promise<void> =>
    void (await call(api.account.removeMfa, { userId })),
};

const ROLES = {
  roles: async ({ call }: TeamContext): Promise<readonly Role[]> => call(teamEndpoints.listRoles, {}),
  createRole,
  updateRole,
  deleteRole: async ({ call }: TeamContext, { id }: ById<number>): Promise<void> => void (await call(teamEndpoints.deleteRole, { id })),
};

/** Says at once how whoever is signed in came: the team would list them as somebody whom nobody invited, until they look at it. Else their next sign-in does. */
async function reportArrival(context: TeamContext): Promise<void> {
  await refreshMembership(context).catch(() => undefined);
  if (context.sessions.session?.teamId) await context.teamSession.sync(await context.sharing(), true).catch(() => undefined);
}

const INVITATIONS = {
  invite,
  revokeInvitation,
  /** Remembers that the link of an invitation was used on this device, until its owner has signed in. @param fragment - of the link; empty where it was mailed */
  rememberInvitation: ({ keys }: TeamContext, { email, fragment }: { readonly email: string; readonly fragment: string }): Promise<void> =>
    rememberInvitationLink(keys, email, fragment),
  /** Joins with the account of the invited address, by a link that was mailed; asks for no session. @returns what the server says came of it */
  acceptInvitation: async (
    context: TeamContext,
    { token, fragment }: { readonly token: string; readonly fragment: string },
  ): Promise<string> => {
    // Whose it is can be asked as long as it was not used; an invitation that is none is refused by the next call.
    const asked = await context.call(api.account.validateInvitation, { token }).catch(() => null);
    const { message = "" } = await context.call(teamEndpoints.acceptInvitation, { token });
    if (asked?.invitation.email) await rememberInvitationLink(context.keys, asked.invitation.email, fragment);
    await reportArrival(context);
    return message;
  },
  /** Joins as whoever is signed in, by any link for them. @returns what the server says came of it */
  joinInvited: async (
    context: TeamContext,
    { token, fragment }: { readonly token: string; readonly fragment: string },
  ): Promise<string> => {
    const { message = "" } = await context.call(teamEndpoints.joinInvited, { token });
    await rememberInvitationLink(context.keys, context.sessions.owner.email, fragment);
    await reportArrival(context);
    return message;
  },
};

const VERBS = { ...TEAMS, ...MEMBERS, ...ROLES, ...INVITATIONS };
export type TeamApi = Bound<typeof VERBS>;

export const teamApi = (context: TeamContext): TeamApi => bindVerbs(context, VERBS);
