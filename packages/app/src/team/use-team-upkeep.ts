/**
 * What a member's client does for the team on any page: a member who has the key gives it to one who lacks it, and a member who lacks it takes it as soon as it is
 * there. A user in no team asks for nothing.
 */
import type { TeamStatus } from "@coffer/client";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useClient, useSession } from "../frame/client-context.tsx";
import { CONTENTS_KEY } from "../vault/queries.ts";
import { TEAM } from "./queries.ts";

/** The client asks the server less often, unless someone is about to join or its own key is about to come. */
const UPKEEP_MS = 2_000;

export function useTeamUpkeep(queries: QueryClient): void {
  const { team } = useClient();
  const teamId = useSession()?.teamId ?? null;
  const last = useRef(teamId);
  useEffect(() => {
    // What a team shared goes with the membership: a user who leaves, or was removed, sees their vaults next.
    if (last.current !== teamId) void queries.invalidateQueries({ queryKey: CONTENTS_KEY });
    last.current = teamId;
  }, [teamId, queries]);
  useEffect(() => {
    if (teamId === null) return;
    let [before, isBusy]: [TeamStatus | null, boolean] = [null, false];
    const upkeep = async (): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      const now = await team.maintain().catch(() => before); // the next one tries again
      // What the team shares opens now: it is fetched, and the page of the team says so.
      if (before === "key-pending" && now === "open") {
        void queries.invalidateQueries({ queryKey: CONTENTS_KEY });
        void queries.invalidateQueries({ queryKey: TEAM });
      }
      [before, isBusy] = [now, false];
    };
    const timer = setInterval(() => void upkeep(), UPKEEP_MS);
    return () => clearInterval(timer);
  }, [team, teamId, queries]);
}
