/** The team feature as it is loaded (lazy-features.ts): what runs unasked is here, what a person asks for comes with the first of it. */
import type { Leaving } from "@coffer/contract/team-log";
import { type Bound, bindVerbs } from "../bind-verbs.ts";
import { bindLazy, loadPart } from "../lazy-load.ts";
import type { TeamVerbs } from "./api.ts";
import type { TeamContext } from "./context.ts";
import { refreshMembership } from "./refresh-membership.ts";
import type { TeamStatus } from "./team-status.ts";

export { TeamSession } from "./team-session.ts";

const UNASKED = {
  refreshMembership,
  /** The status of the account's own team. Asks the server. */
  ownTeamStatus: async ({ teamSession, sharing }: TeamContext): Promise<TeamStatus> => {
    await teamSession.sync(await sharing(), true).catch(() => undefined); // whatever went wrong is in the status
    return teamSession.status;
  },
  /**
   * Background upkeep of the account's own team. Asks the server when it is time (sync-times.ts).
   * @returns the team's status
   */
  maintain: async ({ teamSession, sharing }: TeamContext): Promise<TeamStatus> => {
    await teamSession.sync(await sharing());
    return teamSession.status;
  },
};
export type TeamApi = Bound<typeof UNASKED> & TeamVerbs;

const loadVerbs = () => loadPart(() => import("./team-verbs.ts"));

export const teamApi = (context: TeamContext): TeamApi =>
  bindLazy(bindVerbs(context, UNASKED), async () => (await loadVerbs()).teamVerbs(context));

export const ownLeaving = async (context: TeamContext): Promise<Leaving | null> => (await loadVerbs()).ownLeaving(context);
