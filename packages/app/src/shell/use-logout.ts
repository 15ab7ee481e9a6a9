/** Ends the session and goes to the sign-in page. */
import { useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { maySignOut } from "../ui/may-sign-out.ts";
import { toast } from "../ui/toast.ts";

export function useLogout(): () => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  return async () => {
    if (!(await maySignOut(client.account))) return;
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
