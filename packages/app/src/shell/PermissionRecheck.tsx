/**
 * In the place of a page whose permission somebody lacks by what this device knew: roles change while they are signed in, so it is asked once before they are refused.
 * What could not be asked is said, with a way to try again: nobody is told that they may not because a server was not reached.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../frame/client-context.tsx";
import { LoadFailed } from "../ui/LoadFailed.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";

export function PermissionRecheck({ onAsked }: { onAsked: () => void }) {
  const client = useClient();
  const asked = useQuery({
    queryKey: ["team", "standing"],
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
