/** The vault as of a moment, asked for while it is shown. Opened secrets leave the memory of the cache as soon as nothing shows them. */
import type { Difference } from "@coffer/client";
import { byCount, plural, shortDateTime } from "@coffer/core/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { showContents, useVaultMutation } from "../queries.ts";
import { useWaiting } from "../waiting/waiting-queries.ts";
import { titleThen } from "./difference-words.ts";

/** @param at - null while none is chosen */
export function useAsOf(at: number | null) {
  const client = useClient();
  const cache = useQueryClient();
  const load = async () => {
    const seen = await client.vault.asOf({ at: at ?? 0 });
    showContents(client, cache); // it may have learned what others have saved
    return seen;
  };
  return useQuery({
    queryKey: ["vault", "as-of", at],
    queryFn: load,
    enabled: at !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Ids of items of which a change waits on this device: it is sent, or discarded, before anything is taken back. */
export function useWaitingIds(): ReadonlySet<string> {
  const waiting = useWaiting();
  return useMemo(() => new Set(waiting?.edits.map(({ id }) => id)), [waiting]);
}

const namesOf = (all: readonly Difference[]): string =>
  all.length === 1 && all[0] ? `"${titleThen(all[0])}"` : plural(all.length, "item");

const asTheyAre = (count: number): string =>
  `${plural(count, "item is left as it is", "items are left as they are")} now: changed since, or not to be saved`;

const changedMeanwhile = (left: readonly Difference[]): string =>
  byCount(
    left.length,
    `${namesOf(left)} was changed meanwhile, so not taken back`,
    `${namesOf(left)} were changed meanwhile, so not taken back`,
  );

/** @returns what takes items back, and offers to take that back; its answer is whether any was. */
export function useTakeBack() {
  const client = useClient();
  const taking = useVaultMutation((_, chosen: readonly Difference[]) => client.vault.takeBack({ chosen }));
  const back = useVaultMutation((_, undo: Parameters<typeof client.vault.takeBackAgain>[0]["undo"]) =>
    client.vault.takeBackAgain({ undo }),
  );
  const takeBack = async (chosen: readonly Difference[], at: number): Promise<boolean> => {
    try {
      const { undo, staying, failure } = await taking.mutateAsync(chosen);
      const isStaying = ({ now }: Difference): boolean => staying.includes(now.id);
      const [done, left] = [chosen.filter((one) => !isStaying(one)), chosen.filter(isStaying)];
      if (left.length > 0 && failure !== null) toast.failed(failure, `Could not take back ${namesOf(left)}`);
      else if (left.length > 0) toast.failed(changedMeanwhile(left));
      if (done.length === 0) return false;
      const name = namesOf(done);
      let staysSo = 0;
      const moment = shortDateTime(at);
      offerUndo(byCount(done.length, `${name} is as of ${moment}`, `${name} are as of ${moment}`), {
        label: `take back ${name}`,
        takeBack: async () => {
          staysSo = (await back.mutateAsync(undo)).length;
        },
        back: () => (staysSo === 0 ? byCount(done.length, `${name} is as before`, `${name} are as before`) : asTheyAre(staysSo)),
        failed: `Could not undo that for ${name}`,
      });
      return true;
    } catch (error) {
      toast.failed(error, `Could not take back ${namesOf(chosen)}`);
      return false;
    }
  };
  return { takeBack, isTaking: taking.isPending };
}
