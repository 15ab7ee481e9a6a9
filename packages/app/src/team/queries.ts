/** What the team feature reads and changes. Everything is read again when it is shown: others change it too. */
import type { Client } from "@coffer/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useClient } from "../frame/client-context.tsx";
import { isOfThisDevice, isUnreachable, messageOf } from "../ui/error-message.ts";
import { toast } from "../ui/toast.ts";

export const TEAM = ["team"] as const;

function useTeamQuery<T>(name: readonly (string | null)[], read: (team: Client["team"]) => Promise<T>, enabled = true) {
  const client = useClient();
  return useQuery({ queryKey: [...TEAM, ...name], queryFn: () => read(client.team), staleTime: 0, enabled });
}

export const useTeams = () => useTeamQuery(["teams"], (team) => team.teams());
export const useTeam = (id: string) => useTeamQuery(["one", id], (team) => team.team({ id }));
/** While the user's key is pending, a member who is online may give it any moment. */
const AGAIN_MS = 15_000;

/** @param teamId - null: the user's own team */
export function usePeople(teamId: string | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...TEAM, "people", teamId],
    queryFn: () => client.team.people({ teamId }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => state.data?.status === "key-pending" && AGAIN_MS,
  });
}

/** What people who left may have kept of the user's items. @param enabled - once the team was looked at */
export const useFormerMembers = (enabled: boolean) => useTeamQuery(["left"], (team) => team.formerMemberAccess(), enabled);
/** What someone can open, before they are removed. @param enabled - false once they are out */
export const useMemberAccess = (of: { readonly email: string; readonly teamId: string | null }, enabled: boolean) =>
  useTeamQuery(["access", of.email, of.teamId], (team) => team.memberAccess(of), enabled);
export const useRoles = (enabled = true) => useTeamQuery(["roles"], (team) => team.roles(), enabled);
export const useAvailableUsers = () => useTeamQuery(["available"], (team) => team.availableUsers());

/**
 * A change of the team feature, after which all of it is asked for again.
 * @param onDone - before that: for what leads away from a page that is refused from then on
 */
export function useTeamChange<Input, Output>(change: (team: Client["team"], input: Input) => Promise<Output>, onDone?: () => void) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client.team, input),
    onSuccess: () => onDone?.(),
    onSettled: () => cache.invalidateQueries({ queryKey: TEAM }),
  });
}

interface Failable {
  readonly error: unknown;
}

const isCause = (error: unknown): boolean => isUnreachable(error) || isOfThisDevice(error);

/** What a list that could not be loaded says in its own words; why, where there was no answer at all, or a question to the person is open. */
export const causeOf = <Q extends Failable>(query: Q): Q => ({ ...query, error: isCause(query.error) ? query.error : null });

/** Says as a toast that something could not be loaded, once each time. */
export function useLoadToast({ error }: Failable, words: string): void {
  useEffect(() => {
    if (error !== null) toast.failed(messageOf(causeOf({ error }).error, words));
  }, [error, words]);
}

/** Menus and guards follow what the user may do now. @returns whether the server was asked since the page was opened, or could not be */
export function useFreshPermissions(): boolean {
  const client = useClient();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const ask = (): Promise<void> => client.team.refreshMembership().catch(() => undefined); // whatever they may not is refused anyway
    const askAgain = (): void => void ask();
    void ask().then(() => setAsked(true));
    window.addEventListener("focus", askAgain);
    return () => window.removeEventListener("focus", askAgain);
  }, [client]);
  return isAsked;
}
