/**
 * The team feature: teams, members, roles, invitations. The server decides who is allowed to do what; who is in a team, and with which
 * role, is read from its signed log.
 */
import { api } from "@coffer/contract/api";
import type { InputOf } from "@coffer/contract/endpoint";
import type { Role, Team } from "@coffer/contract/team-schemas";
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { ClientError } from "../errors.ts";
import type { OfShare } from "../sharing/share-lists.ts";
import type { TeamContext } from "./context.ts";
import { createTeam, startLog } from "./create-team.ts";
import { DOUBTS } from "./doubts.ts";
import { formerMemberAccess } from "./former-members.ts";
import { handOver } from "./hand-over.ts";
import { rememberInvitationLink } from "./invitation-link.ts";
import { leaveTeam } from "./leave-team.ts";
import { endEach, memberAccess } from "./member-access.ts";
import { noteDeleted } from "./other-teams.ts";
import { people } from "./people.ts";
import { drawKey, letIn, takeOut } from "./pressed-changes.ts";
import { refreshMembership } from "./refresh-membership.ts";
import { byTheirNames } from "./roles-as-signed.ts";
import { addMember, confirmMember, createRole, giveRole, invite, revokeInvitation, signRemoval, updateRole } from "./signed-changes.ts";

interface ById<Id = string> {
  readonly id: Id;
}

const endpoints = api.team;

const TEAMS = {
  teams: async ({ call }: TeamContext): Promise<readonly Team[]> => (await call(endpoints.listTeams, {})).teams,
  team: async ({ call }: TeamContext, { id }: ById): Promise<Team> => (await call(endpoints.getTeam, { id })).team,
  createTeam,
  startLog,
  updateTeam: async ({ call }: TeamContext, input: InputOf<typeof endpoints.updateTeam>): Promise<void> =>
    void (await call(endpoints.updateTeam, input)),
  deleteTeam: async (context: TeamContext, input: ById & { readonly deleteUsers: boolean }): Promise<void> => {
    await context.call(endpoints.deleteTeam, input);
    await noteDeleted(context, input.id).catch(() => undefined); // else each start asks for it once
    await refreshMembership(context).catch(() => undefined);
  },
  /** Recounts what the members store. */
  refreshStorage: async ({ call }: TeamContext, { id }: ById): Promise<Team["storage_data"]> =>
    (await call(endpoints.refreshStorage, { id })).storage_data,
};

interface Removal extends ById {
  readonly userId: string;
  /** Null: the account's own team. */
  readonly teamId: string | null;
  /** What this account shares with them as a person, and ends as well. */
  readonly ending?: readonly OfShare[];
}

const STILL_SHARED =
  "They are out of the team, but some of what you share with them as a person could not be ended: do that in the Sharing Center.";

/** @param removal - `id`: of the membership */
async function removeMember(context: TeamContext, { id, userId, teamId, ending = [] }: Removal): Promise<void> {
  await context.call(endpoints.removeMember, { id });
  const left = ending.length > 0 ? await endEach(await context.sharing(), ending) : [];
  await signRemoval(context, teamId, userId);
  if (left.length > 0) throw new ClientError(STILL_SHARED);
}

const MEMBERS = {
  people,
  formerMemberAccess,
  memberAccess,
  /** Accounts without a team that may be added. */
  availableUsers: async ({ call }: TeamContext) => (await call(endpoints.availableUsers, {})).users,
  addMember,
  confirmMember,
  giveRole,
  letIn,
  takeOut,
  drawKey,
  removeMember,
  /** The user agrees to a team that someone put this account into. */
  joinTeam: async ({ teamSession, sharing, sessions }: TeamContext): Promise<void> => {
    const teamId = sessions.session?.teamId;
    if (!teamId) return;
    await teamSession.accept(await sharing(), (await teamSession.read(await sharing(), teamId)).log);
    await teamSession.sync(await sharing(), true);
  },
  leaveTeam,
  /** The same for the one on whom the team hangs. @param successor - becomes its administrator first */
  leaveTeamTo: async (context: TeamContext, successor: Parameters<typeof handOver>[1]): Promise<void> => {
    await handOver(context, successor);
    await leaveTeam(context);
  },
  deleteUser: async (
    context: TeamContext,
    { userId, teamId }: { readonly userId: string; readonly teamId: string | null },
  ): Promise<void> => {
    await context.call(endpoints.deleteUser, { userId });
    await signRemoval(context, teamId, userId);
  },
  removeMfa: async ({ call }: TeamContext, { userId }: { readonly userId: string }): Promise<void> =>
    void (await call(api.account.removeMfa, { userId })),
};

const ROLES = {
  roles: async ({ call }: TeamContext): Promise<readonly Role[]> => byTheirNames(await call(endpoints.listRoles, {})),
  createRole,
  updateRole,
  deleteRole: async ({ call }: TeamContext, { id }: ById<number>): Promise<void> => void (await call(endpoints.deleteRole, { id })),
};

/** Reports at once how the signed-in user joined; otherwise the team lists them as not invited until their next sign-in. */
async function reportArrival(context: TeamContext): Promise<void> {
  await refreshMembership(context).catch(() => undefined);
  if (context.sessions.session?.teamId) await context.teamSession.sync(await context.sharing(), true).catch(() => undefined);
}

const INVITATIONS = {
  invite,
  revokeInvitation,
  /**
   * Remembers on this device that an invitation link was used, until its user has signed in. @param fragment - of the link; empty for a
   * mailed one
   */
  rememberInvitation: ({ keys }: TeamContext, { email, fragment }: { readonly email: string; readonly fragment: string }): Promise<void> =>
    rememberInvitationLink(keys, email, fragment),
  /** Joins by a mailed link with the account of the invited address; needs no session. @returns the server's message */
  acceptInvitation: async (
    context: TeamContext,
    { token, fragment }: { readonly token: string; readonly fragment: string },
  ): Promise<string> => {
    // The address can only be asked for before the invitation is used up; an invalid one is refused by the next call.
    const asked = await context.call(api.account.validateInvitation, { token }).catch(() => null);
    const { message = "" } = await context.call(endpoints.acceptInvitation, { token });
    if (asked?.invitation.email) await rememberInvitationLink(context.keys, asked.invitation.email, fragment);
    await reportArrival(context);
    return message;
  },
  /** Joins as the signed-in user, by any link meant for them. @returns the server's message */
  joinInvited: async (
    context: TeamContext,
    { token, fragment }: { readonly token: string; readonly fragment: string },
  ): Promise<string> => {
    const { message = "" } = await context.call(endpoints.joinInvited, { token });
    await rememberInvitationLink(context.keys, context.sessions.owner.email, fragment);
    await reportArrival(context);
    return message;
  },
};

const VERBS = { ...TEAMS, ...MEMBERS, ...ROLES, ...INVITATIONS, ...DOUBTS };
export type TeamVerbs = Bound<typeof VERBS>;

export const teamVerbs = (context: TeamContext): TeamVerbs => bindVerbs(context, VERBS);
