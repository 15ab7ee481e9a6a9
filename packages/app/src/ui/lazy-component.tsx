/**
 * The one way to load a part of the app when it is first needed. Until it is there its place says so; when it does not come, the place says why and how to go on, and
 * the rest of the page stays as it is.
 */
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from "react";
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

/** @returns what gives the component as it is asked for now: the same one until it did not come and is asked for again. */
function lazily<P extends object>(load: () => Promise<ComponentType<P>>): () => LazyExoticComponent<ComponentType<P>> {
  let loaded: LazyExoticComponent<ComponentType<P>> | null = null;
  const forget = (): void => {
    loaded = null;
  };
  const loading = async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      failed.add(forget);
      throw new MissingPart(again, { cause });
    }
  };
  return () => (loaded ??= lazy(loading));
}

/** @param place - whether it is a page, a dialog over one, or inline among other things. A dialog closes by its `onClose` where it has one. */
export function lazyComponent<P extends object>(
  place: Place,
  load: () => Promise<ComponentType<P>>,
  options: Options = {},
): ComponentType<P> {
  const { waiting = place === "page" ? <Waiting /> : null } = options;
  const loadedNow = lazily(load);
  return function Part(props: P) {
    const [, redraw] = useState(0);
    const Loaded = loadedNow();
    const onClose = "onClose" in props && typeof props.onClose === "function" ? (props.onClose as () => void) : undefined;
    // A dialog that stays mounted while it is closed, for what was typed into it.
    const isClosed = "opened" in props && props.opened === false;
    const retry = async (missing: MissingPart) => {
      await reviveSheets();
      missing.again();
      redraw((tries) => tries + 1);
    };
    const drawn =
      waiting === "around" ? (
        <Loaded {...props} />
      ) : (
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      );
    if (options.missing === "around") return drawn;
    return (
      <Crash
        missing={(missing, reset) =>
          isClosed ? null : <PartMissing place={place} onRetry={() => retry(missing).then(reset)} onClose={onClose} />
        }
      >
        {drawn}
      </Crash>
    );
  };
}
