/**
 * The one way to load a part of the app when it is first needed. Until it is there its place says so; when it does not come, the place says why and how to go on, and
 * the rest of the page stays as it is.
 */
import { type ComponentType, type ReactNode, Suspense, use, useSyncExternalStore } from "react";
import { MissingPart, reviveSheets } from "../frame/missing-part.ts";
import { Waiting } from "../frame/Waiting.tsx";
import { Crash } from "./Crash.tsx";
import { PartMissing, type Place } from "./PartMissing.tsx";

interface Options {
  /** Shown until it is loaded. "around": a `Suspense` around it waits with it, so that nothing is pushed down when it comes. */
  readonly waiting?: Exclude<ReactNode, string> | "around";
  /** "around": a `Crash` around it says that it did not come, once for all parts of one load. */
  readonly missing?: "around";
}

/** The parts that did not come. Retrying one of them retries all: several may belong to one load. */
const failed = new Set<() => void>();
const again = (): void => {
  for (const forget of failed) forget();
  failed.clear();
};

type State<P> = ComponentType<P> | MissingPart | null;

/** What is loaded once, asked for again where it did not come, and known at once where it did: what waits by throwing is drawn a third of a second later. */
function partOf<P extends object>(load: () => Promise<ComponentType<P>>) {
  const listeners = new Set<() => void>();
  let state: State<P> = null;
  let loading: Promise<void> | null = null;
  let isDrawn = false;
  const forget = (): void => {
    state = loading = null;
    isDrawn = false;
  };
  const come = async (): Promise<void> => {
    try {
      state = await load();
    } catch (cause) {
      failed.add(forget);
      state = new MissingPart(again, { cause });
    }
    for (const listener of listeners) listener();
  };
  /** Resolves when it is known whether it comes. */
  const coming = (): Promise<void> => (loading ??= come());
  return {
    coming,
    /** Loads it before it is drawn. Never fails: what does not come is asked for again when it is drawn, and says so there. */
    async ahead(): Promise<void> {
      await coming();
      if (!isDrawn && state instanceof MissingPart) forget();
    },
    /** Null while it is on its way. */
    now(): State<P> {
      isDrawn = true;
      void coming();
      return state;
    },
    follow(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A component that can be loaded before it is drawn. */
type LazyComponent<P> = ComponentType<P> & { readonly ahead: () => Promise<void> };

/** @param place - whether it is a page, a dialog over one, or inline among other things. A dialog closes by its `onClose` where it has one. */
export function lazyComponent<P extends object>(
  place: Place,
  load: () => Promise<ComponentType<P>>,
  options: Options = {},
): LazyComponent<P> {
  const { waiting = place === "page" ? <Waiting /> : null } = options;
  const part = partOf(load);
  const Drawn = drawnBy(part, waiting);
  function Placed(props: P) {
    const onClose = "onClose" in props && typeof props.onClose === "function" ? (props.onClose as () => void) : undefined;
    // A dialog that stays mounted while it is closed, for what was typed into it.
    const isClosed = "opened" in props && props.opened === false;
    const retry = async (missing: MissingPart) => {
      await reviveSheets();
      missing.again();
    };
    if (options.missing === "around") return <Drawn {...props} />;
    return (
      <Crash
        missing={(missing, reset, isAgain) =>
          isClosed ? null : <PartMissing place={place} onRetry={() => retry(missing).then(reset)} onClose={onClose} isAgain={isAgain} />
        }
      >
        <Drawn {...props} />
      </Crash>
    );
  }
  return Object.assign(Placed, { ahead: part.ahead });
}

/** Draws it, or what waits for it. */
function drawnBy<P extends object>(part: ReturnType<typeof partOf<P>>, waiting: ReactNode): ComponentType<P> {
  const isAround = waiting === "around";
  return function Drawn(props: P) {
    const Loaded = useSyncExternalStore(part.follow, part.now);
    if (Loaded instanceof MissingPart) throw Loaded;
    if (Loaded === null && isAround) use(part.coming());
    const drawn = Loaded === null ? null : <Loaded {...props} />;
    return isAround ? drawn : <Suspense fallback={waiting}>{drawn ?? waiting}</Suspense>;
  };
}
