/** Whether the server can be reached, as every call of the client finds out and as the browser says of its network. */
import type { ServerReach } from "@coffer/client";
import { useSyncExternalStore } from "react";

/** `offline`: this device has no network. The rest is what the last call found out. */
export type ConnectionState = ServerReach | "offline";

let reach: ServerReach = "here";
/** A busy server answers one call and not the next. It is called busy for so long: else every answer would have the page ask for all of it again. */
const BUSY_MS = 5_000;
let busyUntil = 0;
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
    const now = Date.now();
    if (next === "here") answeredAt = now;
    if (next === "busy") busyUntil = now + BUSY_MS;
    if (next === "here" && reach === "busy" && now < busyUntil) return;
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
