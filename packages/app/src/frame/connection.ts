/** Whether the server can be reached, as every call of the client finds out and as the browser says of its network. */
import type { ServerReach } from "@coffer/client";
import { useSyncExternalStore } from "react";

/** `offline`: this device has no network. The rest is what the last call found out. */
export type ConnectionState = ServerReach | "offline";

let reach: ServerReach = "here";
/** When the server served last, in milliseconds since 1970; null before it did. */
let answeredAt: number | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export const connection = {
  current: (): ConnectionState => (navigator.onLine ? reach : "offline"),
  answeredAt: (): number | null => answeredAt,
  found(next: ServerReach): void {
    if (next === "here") answeredAt = Date.now();
    if (next === reach) return;
    reach = next;
    tell();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener("online", listener);
    window.addEventListener("offline", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("online", listener);
      window.removeEventListener("offline", listener);
    };
  },
};

export const useConnection = (): ConnectionState => useSyncExternalStore(connection.subscribe, connection.current);
