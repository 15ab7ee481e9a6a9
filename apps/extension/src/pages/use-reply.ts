/** The answers to a question of the extension: a click that is meant goes to the worker, and what came of it is said. */
import { type MouseEvent, useState } from "react";
import type { FromOwnPage, Reply, SaveFailure, SaveOutcome } from "../save/messages.ts";

export const ask = <Answer>(message: FromOwnPage): Promise<Answer> => chrome.runtime.sendMessage<FromOwnPage, Answer>(message);

export interface QuestionReply {
  /** Whose tab it is about; the page's own where it is not said. */
  readonly tabId?: number;
  /** Whether a click is deliberate. */
  readonly isDeliberate: (event: MouseEvent) => boolean;
  readonly onDone: () => void;
}

/** @param pending - what is asked about */
type Replying = QuestionReply & { readonly pending?: string | undefined };

export const COVERED = "Something covers this question. Answer it from Coffer in the toolbar.";
const FAILED: Readonly<Record<SaveFailure, string>> = {
  covered: COVERED,
  "no-server": "Coffer cannot reach its server. Try again.",
  "asked-since": "The page has asked something else since. Look again.",
  locked: "Unlock Coffer to save it.",
  "not-saved": "Coffer could not save it.",
  "login-gone": "Coffer no longer has this login. Sign in once more.",
  "own-gone": "Coffer no longer has this. Send the form once more.",
  "another-site": "That entry is not for this site.",
};
/** The worker was stopped in the middle: the next click asks again. */
const STOPPED = "Coffer was interrupted. Press again.";
const SAID_MS = 1_200;

interface Answering {
  readonly offer: Reply | "seen";
  /** Of the entry that is meant; empty for none. */
  readonly id?: string;
}

/** `reply` makes the handler of a button. @param done - said for a moment before the question goes; without it, it goes at once */
export function useReply({ tabId, isDeliberate, onDone, pending }: Replying) {
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const reply =
    ({ offer, id = "" }: Answering, done = "") =>
    async (event: MouseEvent): Promise<void> => {
      if (!isDeliberate(event)) return setSaid(COVERED);
      setBusy(true);
      const message = {
        offer,
        ...(tabId === undefined ? {} : { tabId }),
        ...(id === "" ? {} : { id }),
        ...(pending !== undefined && { pending }),
      };
      const outcome = await ask<SaveOutcome | null>(message).catch(() => null);
      if (outcome?.failed !== undefined || outcome === null) {
        setBusy(false);
        return setSaid(outcome?.failed === undefined ? STOPPED : FAILED[outcome.failed]);
      }
      // Stays busy: what is saved cannot be saved again while the question says so.
      if (done === "") return onDone();
      setSaid(done);
      setTimeout(onDone, SAID_MS);
    };
  return { said, isBusy, reply };
}

export type Answers = ReturnType<typeof useReply>;
