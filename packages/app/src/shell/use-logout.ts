/** Ends the session and goes to the sign-in page. */
import type { WaitingEdit } from "@coffer/client";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { listed } from "../vault/item/share-name.ts";
import { countOfWaiting, currentWaiting, titleOfEdit } from "../vault/waiting/waiting-queries.ts";

/** What waits outlives the session; its owner decides whether it is to wait. */
async function mayLeave(edits: readonly WaitingEdit[]): Promise<boolean> {
  if (edits.length === 0) return true;
  const message = `${countOfWaiting(edits.length)} on this device for the server. Signed out, they stay here, encrypted, and are sent when you sign in again on this device.`;
  return confirm({
    title: "Changes are not sent yet",
    message,
    detail: listed(edits.map(titleOfEdit), NAMED),
    confirmLabel: "Sign out",
    cancelLabel: "Stay",
    keeps: true,
  });
}

/** Names that fit into a question. */
const NAMED = 5;

export function useLogout(): () => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async () => {
    if (!(await mayLeave(currentWaiting(queries)?.edits ?? []))) return;
    // The session is over here at once; the server is told in the background.
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stop = client.onSession((session) => session === null && end());
    const ending = client.account.logout().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    await Promise.race([over, ending]);
    stop();
    await navigate("/login", { replace: true });
    // Said on the next page: what the session showed is removed from the screen, toasts included.
    const failed = await ending;
    if (failed) toast.failed(failed.error, "Failed to logout");
  };
}
