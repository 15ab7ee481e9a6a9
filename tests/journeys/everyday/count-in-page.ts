/** Runs in a page before its own scripts: counts what it does until its first rows are there. */

export interface Counts {
  /** When the rows came, in milliseconds since 1970. */
  readonly at: number;
  /** How often sealed records were read from the browser's store. */
  readonly records: number;
  /** How many sealed texts were opened. */
  readonly texts: number;
  /** How often code was started that works out keys. */
  readonly kdf: number;
}

interface Counted {
  atRows: Counts | null;
  /** How often React has drawn. */
  commits: number;
  /** How many components it has drawn, each as often as it was. */
  drawn: number;
  /** Of the rows that were drawn with the last letter, how many are not in sight; null before any was. */
  outOfSight: number | null;
  /** Counts from zero until rows come once more. */
  again(): void;
}

/** What React keeps of each thing that it draws, as far as it is read here; an odd `flags` says that it was drawn. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
}

declare global {
  var counted: Counted;
}

export function countInPage(): void {
  const now = { records: 0, texts: 0, kdf: 0 };
  const counted: Counted = {
    atRows: null,
    commits: 0,
    drawn: 0,
    outOfSight: null,
    again() {
      Object.assign(now, { records: 0, texts: 0, kdf: 0 });
      counted.atRows = null;
    },
  };
  globalThis.counted = counted;
  // What waits a second for rows, because a page may have none, waits longer here: a busy machine draws them later, and that is not counted.
  const wait = globalThis.setTimeout.bind(globalThis);
  const isCounted = (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).type === "reload";
  const isForRows = (ms = 0): boolean => isCounted && ms >= 1_000 && counted.atRows === null;
  Object.assign(globalThis, { setTimeout: (run: () => void, ms?: number) => wait(run, isForRows(ms) ? 60_000 : ms) });
  const counting = <T extends object>(target: T, name: keyof T & string, count: (self: unknown) => void): void => {
    const real = target[name] as (...args: unknown[]) => unknown;
    Object.assign(target, {
      [name](this: unknown, ...args: unknown[]) {
        count(this);
        return real.apply(this, args);
      },
    });
  };
  const isRecords = (store: unknown): boolean => store instanceof IDBObjectStore && store.name === "record";
  for (const name of ["get", "getAll", "openCursor"] as const)
    counting(IDBObjectStore.prototype, name, (store) => void (isRecords(store) && now.records++));
  counting(SubtleCrypto.prototype, "decrypt", () => void now.texts++);
  for (const name of ["compile", "instantiate"] as const) counting(WebAssembly, name, () => void now.kdf++);
  // As React's own tools count: functions, classes, and those in a memo or with a forwarded ref.
  const isComponent = ({ tag }: Fiber): boolean => [0, 1, 11, 14, 15].includes(tag);
  const drawnIn = (parent: Fiber): number => {
    let count = 0;
    for (let fiber = parent.child; fiber; fiber = fiber.sibling) {
      const before = fiber.alternate;
      if (isComponent(fiber) && (before === null || fiber.flags % 2 === 1)) count++;
      // The same children as before: nothing in them was looked at.
      if (before === null || before.child !== fiber.child) count += drawnIn(fiber);
    }
    return count;
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: unknown, { current }: { current: Fiber }) => {
        counted.commits++;
        counted.drawn += drawnIn(current);
      },
      onCommitFiberUnmount: () => undefined,
    },
  });
  let isTyped = false;
  addEventListener(
    "keydown",
    () => {
      isTyped = true;
    },
    true,
  );
  const isRow = (node: Node): node is Element => node instanceof Element && node.matches("li[data-position]");
  const isOutOfSight = (row: Element): boolean => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom < 0 || top > innerHeight;
  };
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
    if (isTyped && nodes.some(isRow)) {
      isTyped = false;
      counted.outOfSight = nodes.filter((node) => isRow(node) && node.isConnected && isOutOfSight(node)).length;
    }
    if (counted.atRows !== null || document.querySelector("li[data-position]") === null) return;
    counted.atRows = { ...now, at: performance.timeOrigin + performance.now() };
  }).observe(document, { childList: true, subtree: true });
}
