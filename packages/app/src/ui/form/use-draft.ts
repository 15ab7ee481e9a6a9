/** Keeps what is typed into a form sealed on this device, and offers it again after a reload, a crash or an ended session. */
import { useEffect, useRef, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { isSame } from "./form-state.ts";

/** Typing rests this long before the draft is sealed. */
const KEEP_AFTER_MS = 500;

export interface DraftPlace<V> {
  readonly place: string;
  /** @returns null when what was kept is none of this form's. */
  readonly read: (kept: unknown) => V | null;
}

export interface Draft {
  /** Whether there is a draft of an earlier time that differs from what the form began with, unanswered so far. */
  readonly isOffered: boolean;
  /** Takes the kept draft into the form. */
  readonly restore: () => void;
  readonly discard: () => void;
}

interface Typed<V> {
  readonly start: V;
  readonly values: V;
  readonly dirty: boolean;
  readonly restore: (values: V) => void;
}

export function useDraft<V extends object>(at: DraftPlace<V> | undefined, { start, values, dirty, restore }: Typed<V>): Draft {
  const { drafts } = useClient();
  const [offered, setOffered] = useKept(at, start);
  /** Once discarded, nothing that was typed before is kept any more, not even by a timer that is running. */
  const discarded = useRef<V | null>(null);
  const place = at?.place;

  useEffect(() => {
    if (place === undefined || !dirty || discarded.current === values) return;
    const keep = () => drafts.keep({ place, value: values }).catch(() => undefined); // a full disk must not stop the typing
    const timer = setTimeout(() => void keep(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [drafts, place, values, dirty]);

  return {
    isOffered: offered !== null && !dirty,
    restore: () => {
      if (offered !== null) restore(offered);
      setOffered(null);
    },
    discard: () => {
      discarded.current = values;
      setOffered(null);
      if (place !== undefined) void drafts.discard({ place }).catch(() => undefined); // at worst it is offered once more
    },
  };
}

/** What is kept of an earlier time, where it differs from what the form began with. */
function useKept<V>(at: DraftPlace<V> | undefined, start: V): [V | null, (kept: V | null) => void] {
  const { drafts } = useClient();
  const [kept, setKept] = useState<V | null>(null);
  const place = at?.place;
  // Asked for once: what is kept while the form is open is its own.
  const first = useRef({ read: at?.read, start });
  useEffect(() => {
    if (place === undefined) return;
    let isCurrent = true;
    const offer = (draft: unknown) => {
      const found = first.current.read?.(draft) ?? null;
      if (isCurrent && found !== null && !isSame(first.current.start, found)) setKept(found);
    };
    // A draft that cannot be read is as good as none: the form must open all the same.
    drafts.find({ place }).then(offer, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [drafts, place]);
  return [kept, setKept];
}
