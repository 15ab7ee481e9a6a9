/** Asks again and again while something is awaited: by the clock, and when the network or the person comes back. */
import { useEffect, useRef } from "react";

const ASK_MS = 15_000;

/** @param isAwaited - nothing is asked while it is false. @param ask - never throws. */
export function usePolling(isAwaited: boolean, ask: () => Promise<void>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isAwaited) return;
    const again = () => void latest.current();
    const timer = setInterval(again, ASK_MS);
    window.addEventListener("online", again);
    window.addEventListener("focus", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
      window.removeEventListener("focus", again);
    };
  }, [isAwaited]);
}
