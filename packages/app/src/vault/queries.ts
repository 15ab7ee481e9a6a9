/** What the vault feature reads and writes. The client holds the contents; every change writes them into the query cache, nothing is fetched again. */
import type { Client, Contents, DecidedItems, Draft, Example, Item, ItemsByPerson, TrashedItem, Vault } from "@coffer/client";
import type { FieldValues, Version } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { type QueryClient, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useClient, useSession } from "../frame/client-context.tsx";
import { afterFirstRows } from "../frame/first-rows.ts";
import { showTrouble } from "./repair/trouble-state.ts";

export const CONTENTS_KEY = ["vault", "contents"] as const;
const BEGINNING_KEY = ["vault", "beginning"] as const;
/** Coming back to the window asks the server again, but not more often than this. */
const CONTENTS_FRESH_MS = 15_000;

/** While the page is in sight, where nothing tells of changes (shell/use-news.ts): something on the way may hold that back. */
const POLL_MS = 300_000;

/** The longest time that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1;
/** @param end - when something is shared no longer. @returns the milliseconds until then */
export const untilEnd = (end: number | undefined): number | false =>
  end === undefined ? false : Math.min(Math.max(1_000, end - Date.now()), TIMER_MAX_MS);

const contentsOptions = (client: Client) =>
  queryOptions({
    queryKey: CONTENTS_KEY,
    queryFn: async ({ client: queries }) => {
      // What this device holds is shown at once, and stays when the server's answer is refused.
      const shown = queries.getQueryData<Contents>(CONTENTS_KEY);
      // What was shared until now goes, whether or not the server answers.
      const isOver = shown?.nextEnd !== undefined && shown.nextEnd <= Date.now();
      if (!shown || isOver) await showHeld(client, queries, isOver);
      try {
        return await client.vault.pull();
      } finally {
        await showTrouble(client, queries).catch(() => undefined); // the session is over: there is nothing to say
      }
    },
    staleTime: CONTENTS_FRESH_MS,
    // The client gives the same objects for what is unchanged: to compare ten thousand items to their last field would hold up the page.
    structuralSharing: false,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => Math.min(untilEnd(state.data?.nextEnd) || POLL_MS, POLL_MS),
    placeholderData: () => client.vault.contents() ?? undefined,
  });

/** What this device holds: the first rows from what it showed last, then the rest of that, and the records themselves once these are on the screen. */
async function showHeld(client: Client, queries: QueryClient, isOver: boolean): Promise<void> {
  const known = isOver ? null : client.vault.contents();
  const show = (contents: Contents | null): void => void (contents && queries.setQueryData(CONTENTS_KEY, contents));
  if (known) return show(known);
  const beginning = isOver ? null : await client.vault.beginning().catch(() => null);
  if (beginning) {
    queries.setQueryData(BEGINNING_KEY, beginning);
    await painted();
  }
  const first = isOver ? null : await client.vault.atOnce().catch(() => null);
  const held = first ?? (await client.vault.local());
  if (!held) return;
  show(held);
  await Promise.all([painted(), afterFirstRows(PAGE_MS)]);
  // The client knows what waits on this device, which may have been read meanwhile.
  if (first) show((await client.vault.local()) && client.vault.contents());
}

/** Resolves once what was shown before is on the screen, or would be if the page were in sight. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const hidden = setTimeout(resolve, HIDDEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(hidden);
      setTimeout(resolve);
    });
  });

/** After a page load the page with the list may come after what it shows; a page without a list draws no rows. */
const PAGE_MS = 1_000;
/** A page that is not in sight draws no frames. */
const HIDDEN_MS = 500;

/** Opened secrets leave the memory of the cache as soon as nothing shows them. */
const itemOptions = (client: Client, id: string | null, { revision, saveId }: Version) =>
  queryOptions({
    queryKey: ["vault", "item", id, revision, saveId] as const,
    queryFn: () => client.vault.open({ id: id ?? "" }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Every item with its overview fields, and the vaults. */
export const useContents = () => useQuery(contentsOptions(useClient()));

/** What lists by name begin with, until the contents are there: not for what counts, or looks for something. */
export const useBeginning = (): Contents | undefined =>
  useQuery<Contents>({ queryKey: BEGINNING_KEY, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data;

/** The same once what it is about is on the screen: for what is around a list, and counts all of it. */
export const useContentsAround = (): Contents | undefined => useDeferredValue(useContents().data, undefined);

/** One item with all its fields; pass null while none is chosen. */
export function useItem(item: Item | null) {
  const opened = useQuery(itemOptions(useClient(), item?.id ?? null, item ?? { revision: 0 }));
  // Place, favourite mark and last use change without a new revision: the list knows them better than what was opened earlier.
  const data = opened.data && item ? { ...opened.data, ...unsealedOf(item) } : opened.data;
  return { ...opened, data };
}

const unsealedOf = ({ categoryId, favourite, lastUsedAt, isOwner, permission, sharedBy }: Item) => ({
  categoryId,
  favourite,
  lastUsedAt,
  isOwner,
  permission,
  sharedBy: sharedBy ?? null,
});

export const TRASH_KEY = ["vault", "trash"] as const;

/** What was deleted and is still kept, the last deleted first; asked for only where it is shown. Like a list it holds overviews, no secrets. */
export function useTrash(isShown: boolean) {
  const client = useClient();
  const load = async (): Promise<TrashedItem[]> =>
    (await client.vault.trash()).map(({ item, deletedAt }) => ({ item: { ...item, fields: overviewOf(item) }, deletedAt }));
  return useQuery({ queryKey: TRASH_KEY, queryFn: load, enabled: isShown, staleTime: 0, gcTime: 0 });
}

const overviewOf = ({ kind, fields }: Item): FieldValues =>
  Object.fromEntries(kindOf(kind).overview.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

/** Shows what the client holds now. */
export function showContents(client: Client, cache: QueryClient): void {
  const contents = client.vault.contents();
  if (contents) cache.setQueryData<Contents>(CONTENTS_KEY, contents);
}

export function useVaultMutation<Input, Output>(change: (client: Client, input: Input) => Promise<Output>) {
  const [client, cache] = [useClient(), useQueryClient()];
  // The same with each drawing: new ones are told to all who listen, ten times for each letter of a search.
  const [options] = useState(() => ({
    mutationFn: (input: Input) => change(client, input),
    onSettled: () => {
      showContents(client, cache);
      void cache.invalidateQueries({ queryKey: TRASH_KEY }); // asked for again only while it is in sight
    },
  }));
  return useMutation(options);
}

/** Saves a draft: a new item when `base` is null, else a change of `base`. */
export const useSaveItem = () =>
  useVaultMutation(async (client, { base, draft }: { base: Item | null; draft: Draft }) =>
    base ? client.vault.update({ base, draft }) : { item: await client.vault.create({ draft }), keptAs: null },
  );

/** Takes a change of `base` back; see `update` (client/src/vault/save.ts). */
export const useUndoSave = () =>
  useVaultMutation((client, edit: { base: Item; draft: Draft }) => client.vault.update({ ...edit, isUndo: true }));

export const useRemoveItems = () => useVaultMutation((client, { ids }: { ids: string[] }) => client.vault.remove({ ids }));

export const useRestoreItems = () => useVaultMutation((client, { ids }: { ids: string[] }) => client.vault.restore({ ids }));

export const usePurgeItems = () => useVaultMutation((client, { ids }: { ids: string[] }) => client.vault.purge({ ids }));

export const useFavourites = () =>
  useVaultMutation((client, input: { ids: string[]; favourite: boolean }) => client.vault.setFavourites(input));

export const useTag = () =>
  useVaultMutation((client, input: { ids: string[]; add: string[]; remove: string[] }) => client.vault.tag(input));

export const useFavourite = () => useVaultMutation((client, input: { id: string; favourite: boolean }) => client.vault.setFavourite(input));

export const usePlace = () => useVaultMutation((client, input: { ids: string[]; categoryId: string | null }) => client.vault.place(input));

export const useMarkUsed = () => useVaultMutation((client, input: { id: string }) => client.vault.markUsed(input));

export interface VaultInput {
  readonly name: string;
  readonly description: string;
  readonly color: string;
  /** As it was, or the first one, where it is not said. */
  readonly icon?: string;
}

/** Saves a vault: a new one when `base` is null. */
export const useSaveVault = () =>
  useVaultMutation((client, { base, ...input }: VaultInput & { base: Vault | null }) =>
    base ? client.vault.updateVault({ base, ...input }) : client.vault.createVault(input),
  );

export const useRemoveVault = () =>
  useVaultMutation((client, input: { id: string; deleteItems: boolean; others: readonly DecidedItems[] }) =>
    client.vault.removeVault(input),
  );

type InScope = Pick<Vault, "id" | "revision" | "isOwner" | "scopeId">;

/** Asked of an own vault that is shared: in others no one else can have written. */
function useOfOwnShared<Data>(name: string, { id, revision, isOwner, scopeId }: InScope, ask: (client: Client) => Promise<Data>) {
  const client = useClient();
  const isAsked = useSession()?.personalVaultId !== scopeId && isOwner;
  const queryKey = [...MADE_KEY, name, id, revision];
  const { data } = useQuery({ queryKey, queryFn: () => ask(client), enabled: isAsked, staleTime: 0, gcTime: 0, retry: false });
  return isAsked ? data : undefined;
}

/** What others made in an own vault and left there. */
export const useItemsByOthers = (vault: Vault): readonly ItemsByPerson[] =>
  useOfOwnShared("items", vault, ({ sharing }) => sharing.itemsByOthers({ vaultId: vault.id })) ?? [];

/** Asks what others made in an own shared vault, those who may still write in it too. */
export function useAllItemsByOthers() {
  const { sharing } = useClient();
  return ({ vaultId }: { readonly vaultId: string }): Promise<readonly ItemsByPerson[]> => sharing.itemsByOthers({ vaultId, isAll: true });
}

/** Why what the server has of an own vault, or item, is refused; null for nothing. */
export const useVaultTrouble = (vault: InScope) =>
  useOfOwnShared("trouble", vault, ({ sharing }) => sharing.vaultTrouble({ vaultId: vault.id })) ?? null;

const MADE_KEY = ["vault", "made-by-others"] as const;

interface LeftBy {
  readonly vaultId: string;
  readonly personId: string;
}

function useDecision<Input, Done>(change: (client: Client, input: Input) => Promise<Done>) {
  const cache = useQueryClient();
  return useVaultMutation(async (client, input: Input) => {
    try {
      return await change(client, input);
    } finally {
      await cache.invalidateQueries({ queryKey: MADE_KEY });
    }
  });
}

export const useRestoreVault = () => useDecision((client, input: { readonly vaultId: string }) => client.sharing.restoreVault(input));

export const useKeepItems = () => useDecision((client, input: LeftBy) => client.sharing.keepItems(input));

export const useGiveBack = () => useDecision((client, input: LeftBy & { readonly keepCopy: boolean }) => client.sharing.giveBack(input));

/** Puts an example vault there, or finds the one that is. */
export const useMakeExample = () => useVaultMutation<null, Example>((client) => client.transfer.makeExample());

export const useRemoveExample = () => useVaultMutation((client, input: { vaultId: string }) => client.transfer.removeExample(input));
