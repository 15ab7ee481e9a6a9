/** Hands the client and the session to every component below. `useClient` suspends until the client is loaded. */
import type { Client, Session } from "@coffer/client";
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from "react";
import type { SessionState, SessionWatch } from "./session-watch.ts";

const ClientContext = createContext<SessionWatch | null>(null);

function useWatch(): SessionWatch {
  const watch = use(ClientContext);
  if (watch === null) throw new Error("ClientProvider is missing");
  return watch;
}

export function ClientProvider({ watch, children }: { watch: SessionWatch; children: ReactNode }) {
  return (
    <ClientContext value={watch}>
      <Expiry />
      {children}
    </ClientContext>
  );
}

export const useClient = (): Client => use(useWatch().client());

/** The client for a later call: the form that will call it can be drawn and typed into before it is loaded. */
export const useClientLater = (): (() => Promise<Client>) => useWatch().later;

export function useSessionState(): SessionState {
  const watch = useWatch();
  return useSyncExternalStore(watch.subscribe, watch.state);
}

/** Who is signed in; null when no one is, or it is not known yet. */
export const useSession = (): Session | null => useSessionState().session;

/** Ends a session that has run out without waiting for a click: at its hour, and whenever the page comes back to the front. */
function Expiry() {
  const watch = useWatch();
  const expiresAt = useSession()?.expiresAt ?? null;
  useEffect(() => {
    if (expiresAt === null) return;
    const check = () => void watch.check();
    const timer = setTimeout(check, Math.max(0, expiresAt - Date.now()) + 250);
    window.addEventListener("focus", check);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", check);
      document.removeEventListener("visibilitychange", check);
    };
  }, [watch, expiresAt]);
  return null;
}
