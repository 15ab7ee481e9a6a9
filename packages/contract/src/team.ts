/** Team endpoints: teams, their members and roles, invitations (specification 3 §7). */
import { z } from "zod";
import { Permissions } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { Done, Id, Nothing, QueryFlag, Wrapped } from "./schemas.ts";
import { invitations } from "./team-invitations.ts";
import { log, SignedEntry } from "./team-log.ts";
import { marks } from "./team-marks.ts";
import { members } from "./team-members.ts";
import { roles } from "./team-roles.ts";
import { FAILED_TEAM_DATA, StorageData, Team, teamBody } from "./team-schemas.ts";

/** The caller's current role and team, which can change while they are signed in. Strict: see Note: Strict (account.ts). */
const TeamStatus = z.strictObject({ success: z.literal(true), role_id: z.int(), team_id: Id.nullable(), permissions: Permissions });

const teams = {
  standing: endpoint({
    method: "GET",
    path: "/team/standing",
    access: "signed-in",
    summary: "The caller's current role, team and permissions.",
    input: () => Nothing,
    reply: () => TeamStatus,
    refuses: [],
  }),
  listTeams: endpoint({
    method: "GET",
    path: "/teams",
    access: "signed-in",
    summary: "Every team for callers who manage teams; otherwise the caller's own.",
    input: () => Nothing,
    reply: () => z.object({ success: z.literal(true), teams: z.array(Team) }),
    refuses: [],
    failure: "Failed to load teams",
  }),
  getTeam: endpoint({
    method: "GET",
    path: "/teams/:id",
    access: "signed-in",
    summary: "For its members and for callers who manage teams.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), team: Team }),
    refuses: ["forbidden", "not_found"],
    failure: FAILED_TEAM_DATA,
  }),
  createTeam: endpoint({
    method: "POST",
    path: "/teams",
    access: "signed-in",
    fresh: true,
    summary:
      "Creates a team. A creator without a team becomes its first member. The team's key is stored as the creator's device wrapped it, with the first entry of the team's log.",
    input: () =>
      z.strictObject({ ...teamBody, encrypted_team_key: Wrapped.optional(), id: Id.optional(), founding: SignedEntry.optional() }),
    reply: () => Done.extend({ team: Team }),
    refuses: ["forbidden", "id_taken", "bad_signature"],
    failure: "Failed to create team",
  }),
  updateTeam: endpoint({
    method: "PUT",
    path: "/teams/:id",
    access: "signed-in",
    summary: "Changes its name and description.",
    input: () => z.strictObject({ id: Id, ...teamBody }),
    reply: () => Done.extend({ team: Team }),
    refuses: ["forbidden", "not_found"],
    failure: "Failed to update team",
  }),
  deleteTeam: endpoint({
    method: "DELETE",
    path: "/teams/:id",
    access: "signed-in",
    fresh: true,
    query: ["deleteUsers"],
    summary:
      "Deletes a team. Members keep their accounts; with `deleteUsers`, accounts that the team created are deleted after seven business days.",
    input: () => z.strictObject({ id: Id, deleteUsers: QueryFlag.default(false) }),
    reply: () => Done,
    refuses: ["forbidden", "not_found"],
    failure: "Failed to delete team",
  }),
  storageData: endpoint({
    method: "GET",
    path: "/teams/:id/storage-data",
    access: "signed-in",
    summary: "Storage used by the records of its members, as last counted.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), storage_data: StorageData }),
    refuses: ["forbidden", "not_found"],
  }),
  refreshStorage: endpoint({
    method: "GET",
    path: "/teams/:id/fetch-team-storage-usage",
    access: "signed-in",
    summary: "Counts it again.",
    input: () => z.strictObject({ id: Id }),
    reply: () => z.object({ success: z.literal(true), storage_data: StorageData }),
    refuses: ["forbidden", "not_found"],
    failure: "Failed to refresh storage data",
  }),
};

export const team = { ...roles, ...teams, ...members, ...invitations, ...log, ...marks };
