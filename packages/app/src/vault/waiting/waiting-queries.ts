/** Edits that wait on this device for the server, as the screens know them. */
import type { WaitingApi, WaitingEdit } from "@coffer/client";
import { titleOf } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Unsent } from "../../ui/may-sign-out.ts";
import { listed } from "../item/share-name.ts";

/** Forgotten with everything else that a session has shown. */
export const WAITING_KEY = ["vault", "waiting"] as const;

export interface Waiting extends WaitingApi {
  readonly edits: readonly WaitingEdit[];
}

/** True while this device looks whether something waits on it: until then a list without items is not called empty. */
const READING_KEY = ["vault", "waiting", "reading"] as const;

/** @returns what says that it is over */
export function beginReading(queries: QueryClient): () => void {
  queries.setQueryData(READING_KEY, true);
  return () => queries.setQueryData(READING_KEY, false);
}

export const useIsReadingWaiting = (): boolean =>
  useQuery<boolean>({ queryKey: READING_KEY, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? false;

export const currentWaiting = (queries: QueryClient): Waiting | undefined => queries.getQueryData<Waiting>(WAITING_KEY);

export const useWaiting = (): Waiting | undefined =>
  useQuery<Waiting>({ queryKey: WAITING_KEY, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data;

/** Why the server did not take the change of an item that waits here; null where it was not refused. */
export const useRefusal = (id: string): string | null => useWaiting()?.edits.find((edit) => edit.id === id)?.refused ?? null;

export function titleOfEdit({ base, draft }: WaitingEdit): string {
  const shown = draft ?? base;
  return shown ? titleOf({ ...shown, fields: { ...base?.fields, ...draft?.fields } }) : "";
}

/** "2 changes wait" */
export const countOfWaiting = (count: number): string => plural(count, "change waits", "changes wait");

/** What a sign-out asks about; undefined until it was read. */
export function unsentIn(queries: QueryClient): Unsent | null | undefined {
  const edits = currentWaiting(queries)?.edits;
  if (!edits || edits.length === 0) return edits && null;
  return { count: countOfWaiting(edits.length), names: listed(edits.map(titleOfEdit), NAMED) };
}

/** Names that fit into a question. */
const NAMED = 5;

/** @returns what is said of a change of these items: what was done, or where it only waits that it is kept here. To be asked after it. */
export function useOutcomeText(): (ids: readonly string[], done: string) => string {
  const queries = useQueryClient();
  return useCallback((ids, done) => (currentWaiting(queries)?.edits.some(({ id }) => ids.includes(id)) ? KEPT_HERE : done), [queries]);
}

export const KEPT_HERE = "Kept on this device. It is sent as soon as the server answers.";
