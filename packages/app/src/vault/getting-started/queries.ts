/** What a new coffer's owner has done and wants to see of it; kept sealed on this device, as an unfinished form is. And the example vault. */
import type { Contents, Example } from "@coffer/client";
import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { useHasUnsavedKit } from "../../frame/unsaved-kit.ts";
import { STEPS } from "./first-steps.ts";

interface Progress {
  readonly hasMended: boolean;
  readonly isDismissed: boolean;
}

const PLACE = "first-steps";
const KEY = ["vault", PLACE] as const;

const readProgress = (stored: unknown): Progress => {
  // An earlier version had the step done once Health was opened: it is not taken back.
  const { hasMended, hasSeenHealth, isDismissed } = (stored ?? {}) as Partial<Record<keyof Progress | "hasSeenHealth", unknown>>;
  return { hasMended: hasMended === true || hasSeenHealth === true, isDismissed: isDismissed === true };
};

function useStoredProgress(): UseQueryResult<Progress> {
  const { drafts } = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async () => readProgress(await drafts.find({ place: PLACE })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @returns what is kept, once it is known, and what changes it: shown at once, also where it cannot be kept. */
function useProgress(): readonly [Progress | undefined, (change: Partial<Progress>) => void] {
  const { drafts } = useClient();
  const cache = useQueryClient();
  const { data } = useStoredProgress();
  const change = useCallback(
    (part: Partial<Progress>) => {
      const value = { ...readProgress(cache.getQueryData(KEY)), ...part };
      cache.setQueryData(KEY, value);
      drafts.keep({ place: PLACE, value }).catch(() => undefined); // at worst it is said once more
    },
    [cache, drafts],
  );
  return [data, change];
}

/** For the look at the vault. @param isMended - it has looked at all of it, and nothing is to be mended now. */
export function useHealthMended(isMended: boolean): void {
  const [progress, change] = useProgress();
  const isNew = isMended && progress?.hasMended === false;
  useEffect(() => {
    if (isNew) change({ hasMended: true });
  }, [isNew, change]);
}

/** @returns null while it is not known, once all is done, and when its owner wants to see no more of it. */
export function useFirstSteps({ items }: Contents, exampleIds: ReadonlySet<string>) {
  const [progress, change] = useProgress();
  const { data: hasUnsavedKit } = useHasUnsavedKit();
  const hasSecondFactor = useSession()?.user.two_factor_enabled ?? false;
  if (progress === undefined || hasUnsavedKit === undefined || progress.isDismissed) return null;
  const ownItems = items.filter(({ id, isOwner }) => isOwner && !exampleIds.has(id)).length;
  const facts = { ownItems, hasMended: progress.hasMended, hasUnsavedKit, hasSecondFactor };
  const steps = STEPS.map((step) => ({ ...step, isDone: step.isDone(facts) }));
  if (steps.every(({ isDone }) => isDone)) return null;
  return { steps, dismiss: () => change({ isDismissed: true }) };
}

/**
 * Whether everything above the vaults has loaded or failed once: drawn later, it would push the vaults down. It stays true: components ask again for what failed,
 * which must not hide the page again.
 */
export function useHasLoadedOnce(contents: Contents): boolean {
  const [hasLoaded, setLoaded] = useState(false);
  const asked = [useStoredProgress(), useHasUnsavedKit(), useExample(contents)];
  const isNow = hasLoaded || asked.every(({ isPending }) => !isPending);
  if (isNow && !hasLoaded) setLoaded(true);
  return isNow;
}

/** The example vault, if there is one; looked for again when vaults or items come and go. */
export function useExample({ items, vaults }: Contents): UseQueryResult<Example | null> {
  const { transfer } = useClient();
  return useQuery({
    queryKey: ["vault", "example", items.length, vaults.map(({ id }) => id).join()],
    // Without a vault there is none, and the feature need not load.
    queryFn: () => (vaults.length === 0 ? null : transfer.example()),
    placeholderData: keepPreviousData,
  });
}
