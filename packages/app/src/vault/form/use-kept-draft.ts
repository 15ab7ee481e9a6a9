/** Keeps what is typed into an item form sealed on this device, and offers it again after a reload, a crash or an ended session. */
import type { Draft } from "@coffer/core/items/item";
import { useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { asDraft, isDirty } from "./form-state.ts";

/** Typing rests this long before the draft is sealed. */
const KEEP_AFTER_MS = 500;

/** Where a draft is kept: one for every item, and one for the new item of each kind. */
export const draftPlace = (kind: string, itemId: string | null): string => `item/${itemId ?? `new/${kind}`}`;

interface KeptDraft {
  /** A draft of an earlier time that differs from what the form began with; null when there is none or it was answered. */
  readonly offered: Draft | null;
  readonly dismiss: () => void;
  readonly discard: () => void;
}

export function useKeptDraft(place: string, base: Draft, draft: Draft): KeptDraft {
  const { drafts } = useClient();
  const [offered, setOffered] = useState<Draft | null>(null);
  const dirty = isDirty({ base, draft });

  useEffect(() => {
    let isCurrent = true;
    const offer = (kept: unknown) => {
      const found = asDraft(kept, base.kind);
      if (isCurrent && found && isDirty({ base, draft: found })) setOffered(found);
    };
    // A draft that cannot be read is as good as none: the form must open all the same.
    drafts.find({ place }).then(offer, () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [drafts, place, base]);

  useEffect(() => {
    if (!dirty) return;
    const keep = () => drafts.keep({ place, value: draft }).catch(() => undefined); // a full disk must not stop the typing
    const timer = setTimeout(() => void keep(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [drafts, place, draft, dirty]);

  return {
    offered: dirty ? null : offered,
    dismiss: () => setOffered(null),
    discard: () => {
      setOffered(null);
      void drafts.discard({ place }).catch(() => undefined); // at worst it is offered once more
    },
  };
}
