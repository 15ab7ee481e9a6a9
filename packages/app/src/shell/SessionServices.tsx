/** What runs while a vault is open, on any page. Loaded with the frame of the signed-in pages: a signed-out visitor needs none of it. */
import { useEffect } from "react";
import { holdOwn } from "../account/key-thread.ts";
import { AutoLock } from "../account/lock/AutoLock.tsx";
import { ProofHost } from "../account/ProofHost.tsx";
import { afterFirstRows } from "../frame/first-rows.ts";
import { useMaintenance } from "../frame/maintenance.ts";
import { askAgain } from "../frame/query-client.ts";
import { useTeamUpkeep } from "../team/use-team-upkeep.ts";
import { useWaitingEdits } from "../vault/waiting/use-waiting-edits.ts";
import { forgetScreen } from "./forget-screen.ts";
import { queries } from "./queries.ts";
import { useNews } from "./use-news.ts";

/** Mounted as long as one account's vault is open, and again for another's. */
export function SessionServices() {
  useForgetting();
  useAskingAgain();
  useEffect(() => void afterFirstRows().then(holdOwn), []);
  useTeamUpkeep(queries);
  useNews(queries);
  useWaitingEdits(queries);
  return (
    <>
      <AutoLock />
      <ProofHost />
    </>
  );
}

/** Drops every opened item from memory when the session ends, locks, or becomes someone else's. */
function useForgetting(): void {
  useEffect(() => () => forgetScreen(queries), []);
}

/** What failed while the operator had closed the server is asked for again once it is open. */
function useAskingAgain(): void {
  const closed = useMaintenance() !== null;
  useEffect(() => {
    if (!closed) askAgain(queries);
  }, [closed]);
}
