/**
 * In place of a page for which the user lacks the permission as far as this device knew: roles change while they are signed in, so the server is asked once before they are refused.
 * If it cannot be asked, the page says so with a way to try again: no one is refused because a server was not reached.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../frame/client-context.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";

export function PermissionRecheck({ onAsked }: { onAsked: () => void }) {
  const client = useClient();
  const asked = useQuery({
    queryKey: ["team", "permissions"],
    queryFn: () => client.team.refreshMembership().then(() => true),
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => {
    if (asked.isSuccess) onAsked();
  }, [asked.isSuccess, onAsked]);
  if (asked.isError) return <LoadFailed query={asked}>Could not check what you may do here.</LoadFailed>;
  return <PageSkeleton />;
}
