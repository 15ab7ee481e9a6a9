/** A long list is drawn as far as the user scrolls: three hundred rows with a list of roles each would take a second with every change. */
import { useEffect, useState } from "react";

const STEP = 40;
/** Before the last row is seen, the next ones are there. */
const AHEAD = "600px";

/** @returns how many to draw, and what to put below them, as a `ref` */
export function useIncrementalRows(total: number): [number, (element: HTMLElement | null) => void] {
  const [count, setCount] = useState(STEP);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (end === null || count >= total) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((before) => before + STEP);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end, count, total]);
  return [Math.min(count, total), setEnd];
}
