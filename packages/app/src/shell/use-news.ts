/** What another device, another person or the team changes is asked for at once, as long as the page is in sight; what is out of sight asks when it comes back. */
import type { Changed } from "@coffer/client";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../frame/client-context.tsx";
import { afterFirstRows } from "../frame/first-rows.ts";
import { SHARES_KEY } from "../sharing/queries.ts";
import { TEAM } from "../team/queries.ts";
import { CONTENTS_KEY } from "../vault/queries.ts";
import { browserNewsPeers } from "./news-peers.ts";

/** A glance at another tab opens no other line. */
const OUT_OF_SIGHT_MS = 60_000;

export function useNews(queries: QueryClient): void {
  const client = useClient();
  useEffect(() => {
    const ask = async (what: Changed): Promise<void> => {
      const keys = what === "team" ? [CONTENTS_KEY, SHARES_KEY, TEAM] : [CONTENTS_KEY, SHARES_KEY];
      if (what === "team") void client.team.refreshMembership().catch(() => undefined); // asked again with the focus
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
    };
    let end: (() => void) | null = null;
    let ending: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = (): void => {
      end?.();
      end = null;
    };
    const look = (): void => {
      clearTimeout(ending);
      if (document.visibilityState === "hidden") ending = setTimeout(stop, OUT_OF_SIGHT_MS);
      else if (!isOver) end ??= client.vault.watch({ onChange: ask, peers: browserNewsPeers(client.session?.user.id ?? "") });
    };
    void afterFirstRows()
      .then(() => untilPulled(queries))
      .then(look);
    document.addEventListener("visibilitychange", look);
    return () => {
      isOver = true;
      clearTimeout(ending);
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [client, queries]);
}

/** Before, all that is told would be new to this device, and what is on its way would be asked for twice. */
const untilPulled = (queries: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (queries.isFetching({ queryKey: CONTENTS_KEY }) > 0) return;
      stop();
      resolve();
    };
    const stop = queries.getQueryCache().subscribe(look);
    look();
  });
