/** Lets a page be seen or sends its visitor where `admission.ts` says. */
import { type ReactNode, useCallback, useState } from "react";
import { Navigate } from "react-router";
import { type AdmissionRule, admit } from "../frame/admission.ts";
import { useSessionState } from "../frame/client-context.tsx";
import { Waiting } from "../frame/Waiting.tsx";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { PageSkeleton } from "../ui/PageSkeleton.tsx";

/** It is drawn inside the frame of the signed-in pages, whose load it comes with. */
const PermissionRecheck = lazyComponent("page", async () => (await import("./signed-in-parts.ts")).PermissionRecheck, {
  waiting: <PageSkeleton />,
});

export function Guard({ rule, children }: { rule: AdmissionRule; children: ReactNode }) {
  const state = useSessionState();
  const arrived = useArrival(state.ready, state.session !== null);
  const [isAsked, setAsked] = useState(false);
  const onAsked = useCallback(() => setAsked(true), []);
  if (state.missing) throw state.missing;
  const admission = admit(rule, state, arrived, isAsked);
  if ("to" in admission) return <Navigate to={admission.to} replace />;
  if ("ask" in admission) return <PermissionRecheck onAsked={onAsked} />;
  if ("wait" in admission) return rule.access === "public" ? <Waiting /> : <PageSkeleton />;
  return children;
}

/** Whether there was a session as soon as that was known. */
function useArrival(ready: boolean, signedIn: boolean): boolean {
  const [arrived, setArrived] = useState<boolean | null>(ready ? signedIn : null);
  if (arrived === null && ready) setArrived(signedIn);
  return arrived ?? signedIn;
}
