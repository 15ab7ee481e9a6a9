/** Whether the server can be reached, as every call of the client finds out and as the browser says of its network. */
import { useSyncExternalStore } from "react";

/** `offline`: this device has no network. `silent`: it has one, and the server does not answer, or something in between says so. */
export type ConnectionState = "here" | "offline" | "silent";

let isAnswered = true;
/** When the server answered last, in milliseconds since 1970; null before it did. */
let answeredAt: number | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

export const connection = {
  current: (): ConnectionState => (!navigator.onLine ? "offline" : isAnswered ? "here" : "silent"),
  answeredAt: (): number | null => answeredAt,
  /** @param isThere - whether a call was answered. */
  found(isThere: boolean): void {
    if (isThere) answeredAt = Date.now();
    if (isThere === isAnswered) return;
    isAnswered = isThere;
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
