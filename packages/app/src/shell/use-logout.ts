/** Ends the session and goes to the sign-in page. */
import { useNavigate } from "react-router";
import { useClient } from "../frame/client-context.tsx";
import { toast } from "../ui/toast.ts";

export function useLogout(): () => Promise<void> {
  const client = useClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await client.account.logout();
    } catch (error) {
      toast.failed(error, "Failed to logout");
    }
    await navigate("/login", { replace: true });
  };
}
