/** Keeps what is typed into a form sealed on this device, and offers it again after a reload, a crash or an ended session. */
import { useEffect, useRef, useState } from "react";
import { useClientLater } from "../../frame/client-context.tsx";
import { isSame } from "./form-state.ts";

/** Typing rests this long before the draft is sealed; a popup of the browser may close at any moment. */
const KEEP_AFTER_MS = 200;

export interface DraftPlace<V> {
  readonly place: string;
  /** Kept with what is typed, as `base`: what it is a change of, which may be another by the time it is restored. */
  readonly base?: object | null;
  /** What would be in the form. @returns null when what was kept is none of this form's. */
  readonly read: (kept: unknown) => V | null;
  /** Takes it into the form, where that is more than to put `read` there. */
  readonly restore?: (kept: unknown) => void;
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
  const client = useClientLater();
  const { place, base } = at ?? {};
  const [offered, setOffered] = useOffered(at, start);
  /** Once discarded, nothing that was typed before is kept any more, not even by a timer that is running. */
  const discarded = useRef<V | null>(null);
  /** The last sealing: one that is under way is thrown away only once it is there. */
  const keeping = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    if (place === undefined || !dirty || discarded.current === values) return;
    const keep = () => {
      // One after the other: an earlier one that comes last would be offered again. A full disk must not stop the typing.
      keeping.current = keeping.current
        .then(client)
        .then(({ drafts }) => drafts.keep({ place, value: { ...values, base } }))
        .catch(() => undefined);
    };
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, place, base, values, dirty]);

  return {
    isOffered: offered !== null && !dirty,
    restore: () => {
      if (offered !== null) (at?.restore ?? restore)(offered as V);
      setOffered(null);
    },
    discard: () => {
      discarded.current = values;
      setOffered(null);
      // At worst it is offered once more.
      if (place === undefined) return;
      const discard = async () => (await client()).drafts.discard({ place });
      void keeping.current.then(discard).catch(() => undefined);
    },
  };
}

/** What was kept at an earlier time, as it is restored. Asked for once: what is kept while the form is open is its own. */
function useOffered<V extends object>(at: DraftPlace<V> | undefined, start: V) {
  const client = useClientLater();
  const [offered, setOffered] = useState<unknown>(null);
  const { current: first } = useRef({ start, at });
  const place = at?.place;
  useEffect(() => {
    if (place === undefined) return;
    let isCurrent = true;
    const offer = (kept: unknown) => {
      const found = first.at?.read(kept);
      if (isCurrent && found && !isSame(first.start, found)) setOffered(first.at?.restore ? kept : found);
    };
    // A draft that cannot be read counts as none: the form must open anyway.
    client()
      .then(({ drafts }) => drafts.find({ place }))
      .then(offer, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, place, first]);
  return [offered, setOffered] as const;
}
