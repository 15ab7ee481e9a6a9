/** Whether something has been visible long enough for a click on it to be deliberate. Where a browser cannot say what covers a frame, no click counts. */

/** Of the second version of the interface, which the compiler's types lack. */
interface SeenEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

const HELD_MS = 500;

export interface Visibility {
  /** Whether all of it has been in sight, with nothing over it, for half a second. */
  isHeld(now: number): boolean;
  stop(): void;
}

export function watchVisibility(element: Element): Visibility {
  let since: number | null = null;
  const options = { trackVisibility: true, delay: 100, threshold: [0, 0.5, 1] };
  const observer = new IntersectionObserver((entries) => {
    const entry: SeenEntry | undefined = entries.at(-1);
    const isSeen = entry?.isVisible === true && entry.intersectionRatio === 1;
    since = isSeen ? (since ?? performance.now()) : null;
  }, options as IntersectionObserverInit);
  observer.observe(element);
  return { isHeld: (now) => since !== null && now - since >= HELD_MS, stop: () => observer.disconnect() };
}
