/** Asks again and again while something is awaited: by the clock, and when the network or the person comes back. */
import { useEffect, useRef, useState } from "react";

const ASK_MS = 15_000;

/**
 * @param isAwaited - nothing is asked while it is false. @param ask - never throws. @param everyMs - between two questions.
 * @returns when the clock asks next, in milliseconds since 1970; null while nothing is awaited.
 */
export function usePolling(isAwaited: boolean, ask: () => Promise<void>, everyMs = ASK_MS): number | null {
  const latest = useRef(ask);
  latest.current = ask;
  const [nextAt, setNextAt] = useState<number | null>(null);
  useEffect(() => {
    if (!isAwaited) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(again, everyMs);
      setNextAt(Date.now() + everyMs);
    };
    const again = () => {
      void latest.current();
      wait();
    };
    wait();
    window.addEventListener("online", again);
    window.addEventListener("focus", again);
    return () => {
      clearTimeout(timer);
      setNextAt(null);
      window.removeEventListener("online", again);
      window.removeEventListener("focus", again);
    };
  }, [isAwaited, everyMs]);
  return nextAt;
}
