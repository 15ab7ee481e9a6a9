/** What the sharing feature reads and writes. Both lists are asked for when they are in sight, and again after every change. */
import type { Client, NotShared, OfShare, Promised, ShareManyRequest, ShareRow, TeamStatus } from "@coffer/client";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient, useSession } from "../frame/client-context.tsx";
import { showContents, untilEnd } from "../vault/queries.ts";
import type { Level } from "./levels.ts";

export const SHARES_KEY = ["sharing"] as const;
const PROMISED_KEY = ["promised"] as const;
const WITH_PROMISED = [PROMISED_KEY, SHARES_KEY];

/** Names come from what is open: what is new is pulled first. */
function useShares(side: "byMe" | "withMe") {
  const client = useClient();
  const cache = useQueryClient();
  const load = async (): Promise<ShareRow[]> => {
    await client.vault.pull();
    showContents(client, cache);
    return side === "byMe" ? client.sharing.sharedByMe() : client.sharing.sharedWithMe();
  };
  const options = { queryKey: [...SHARES_KEY, side], queryFn: load, staleTime: 0, gcTime: 0, refetchOnWindowFocus: true };
  const shares = useQuery({ ...options, refetchInterval: ({ state }) => untilEnd(nextEnd(state.data)) });
  return { ...shares, data: shares.data?.map((row) => asOfNow(row, side)) };
}

/** When the first of them ends. */
function nextEnd(rows: readonly ShareRow[] = []): number | undefined {
  const ends = rows.flatMap(({ expiresAt, isExpired }) => (expiresAt === null || isExpired ? [] : [expiresAt]));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** What ended while the page is open has ended, whether or not the server answers. */
const asOfNow = (row: ShareRow, side: "byMe" | "withMe"): ShareRow =>
  row.isExpired || row.expiresAt === null || row.expiresAt > Date.now()
    ? row
    : { ...row, isExpired: true, name: side === "byMe" ? row.name : null };

/** @returns what the list of the user's shares holds now, without asking for it */
export function useListedByMe(): () => readonly ShareRow[] {
  const cache = useQueryClient();
  return () => cache.getQueryData<ShareRow[]>([...SHARES_KEY, "byMe"]) ?? [];
}

export const useSharedByMe = () => useShares("byMe");
export const useSharedWithMe = () => useShares("withMe");

/** @param keys - what it may change, and is asked for again. */
function useShareMutation<Input, Result = void>(
  change: (client: Client, input: Input) => Promise<Result>,
  keys: readonly QueryKey[] = [SHARES_KEY],
) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSettled: async () => {
      showContents(client, cache);
      await Promise.all(keys.map((queryKey) => cache.invalidateQueries({ queryKey })));
    },
  });
}

export const useShare = () =>
  useShareMutation((client, request: ShareManyRequest): Promise<NotShared[]> => client.sharing.shareMany(request));

/** One after the other; what fails stops none of the others, and is still in the list afterwards. @throws the first failure */
async function each(shares: readonly OfShare[], change: (share: OfShare) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const share of shares) await change(share).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

export const useHideShares = () => useShareMutation((client, shares: readonly ShareRow[]) => client.sharing.hideShares({ shares }));
export const useShowShares = () => useShareMutation((client, shares: readonly ShareRow[]) => client.sharing.showShares({ shares }));

interface OfShares {
  readonly shares: readonly OfShare[];
}

export const useRevoke = () =>
  useShareMutation((client, shares: readonly OfShare[]) => each(shares, (share) => client.sharing.revoke(share)));
export const useSetPermission = () =>
  useShareMutation((client, { shares, permission }: OfShares & { permission: Level }) =>
    each(shares, (share) => client.sharing.setPermission({ ...share, permission })),
  );
export const useSetExpiry = () =>
  useShareMutation((client, { shares, expiresAt }: OfShares & { expiresAt: number | null }) =>
    each(shares, (share) => client.sharing.setExpiry({ ...share, expiresAt })),
  );

/** Emails that were shared with before, offered while one is typed. */
export function useKnownEmails(): readonly string[] {
  const client = useClient();
  const { data = [] } = useQuery({ queryKey: [...SHARES_KEY, "emails"], queryFn: () => client.sharing.knownEmails(), gcTime: 0 });
  return data;
}

/** The status of the user's own team; "none" for a user in no team. */
export function useOwnTeam(): TeamStatus {
  const client = useClient();
  const isInOne = useSession()?.teamId != null;
  const { data = "none" } = useQuery({
    queryKey: [...SHARES_KEY, "team"],
    queryFn: () => client.team.ownTeamStatus(),
    enabled: isInOne,
    staleTime: 0,
    gcTime: 0,
  });
  return isInOne ? data : "none";
}

/** The server counts how often it is asked who has joined. */
const PROMISED_MS = 120_000;

/** What waits for people without an account; nothing where it cannot be read, undefined until it was. */
export function usePromised(): readonly Promised[] | undefined {
  const client = useClient();
  const { data, isPending } = useQuery({
    queryKey: [...PROMISED_KEY],
    queryFn: async () => {
      // Right after a start nothing of the trust store is here yet.
      await client.vault.pull();
      return client.sharing.promisedShares();
    },
    retry: false,
    staleTime: PROMISED_MS,
    gcTime: 0,
  });
  return isPending ? undefined : (data ?? []);
}

interface OfPromise {
  readonly email: string;
  readonly ids: readonly string[];
}

export const usePromise = () =>
  useShareMutation(
    (client, request: OfPromise & { permission: Level; expiresAt: number | null }) => client.sharing.promiseShares(request),
    WITH_PROMISED,
  );
export const useWithdrawPromise = () => useShareMutation((client, of: OfPromise) => client.sharing.withdrawPromise(of), WITH_PROMISED);
export const useKeepPromise = () =>
  useShareMutation((client, of: OfPromise): Promise<NotShared[]> => client.sharing.keepPromise(of), WITH_PROMISED);

export interface TeamWaits {
  /** Emails. They are in the team, and no member with its key has been online since. */
  readonly forKey: readonly string[];
  /** They came by a mailed invitation, and wait for an administrator's press. */
  readonly forAnswer: readonly string[];
}

const NO_WAITS: TeamWaits = { forKey: [], forAnswer: [] };

/** Who in the user's own team waits for what; no one where it cannot be asked. */
export function useTeamWaits(): TeamWaits {
  const client = useClient();
  const teamId = useSession()?.teamId ?? null;
  const { data = NO_WAITS } = useQuery({
    queryKey: [...SHARES_KEY, "waits"],
    queryFn: async (): Promise<TeamWaits> => {
      const { members, toConfirm } = await client.team.people({ teamId });
      const forAnswer = toConfirm.filter(({ kind }) => kind === "let-in").map(({ email }) => email);
      const forKey = members.filter(({ isKeyPending }) => isKeyPending).map(({ email }) => email);
      return { forAnswer, forKey: forKey.filter((email) => !forAnswer.includes(email)) };
    },
    enabled: teamId !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  return data;
}

/** How many shared items and vaults are not on this device. @param isAsked - false while there is a connection, which brings them */
export function useOfflineShareCount(isAsked: boolean): number {
  const client = useClient();
  const { data = 0 } = useQuery({
    queryKey: [...SHARES_KEY, "away"],
    queryFn: () => client.sharing.missingShares(),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  return isAsked ? data : 0;
}
