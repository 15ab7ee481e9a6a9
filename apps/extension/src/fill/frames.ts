/** The frames of a tab: what is seen in them, and filling one. */
import type { Values } from "@coffer/fill/write/values";
import type { PageAnswer, PageRequest, SeenFrame } from "../page-requests.ts";
import { taughtFieldsAt } from "../teach/taught-fields.ts";

/** A frame that does not answer, because it is closing or its script hangs, holds up no one. */
const PATIENCE_MS = 4000;

export interface Frame extends SeenFrame {
  readonly frameId: number;
  /** Of the document that answered: what is loaded in its place later is another. */
  readonly documentId: string | undefined;
}

/** @returns each frame that lets us in, the page's own first. @throws when the page itself does not. */
export async function framesOf(tabId: number): Promise<Frame[]> {
  const placed = await chrome.scripting.executeScript({ target: { tabId, allFrames: true }, files: ["page.js"], injectImmediately: true });
  const targets = placed.toSorted((a, b) => a.frameId - b.frameId);
  const taught = await taughtFieldsAt((await chrome.tabs.get(tabId)).url ?? "");
  const answers = await Promise.all(
    targets.map(({ frameId, documentId }) =>
      inTime(ask(tabId, { frameId, documentId }, { ask: "fields", ...(frameId === 0 && { taught }) })),
    ),
  );
  return targets.flatMap(({ frameId, documentId }, at) => {
    const answer = answers[at];
    return answer ? [{ ...answer, frameId, documentId }] : [];
  });
}

/** @param named - where no one has picked: whose login it is. @throws when the document that was asked is no longer there. */
export const fillFrame = (tabId: number, { frameId, documentId }: Frame, values: Values, named?: string) =>
  ask(tabId, { frameId, documentId }, { ask: "fill", values, ...(named !== undefined && { named }) });

interface Target {
  readonly frameId: number;
  readonly documentId: string | undefined;
}

/** Firefox knows frames by their number alone. */
const ask = <A extends PageRequest>(tabId: number, { frameId, documentId }: Target, question: A): Promise<PageAnswer<A>> =>
  chrome.tabs.sendMessage<A, PageAnswer<A>>(tabId, question, documentId === undefined ? { frameId } : { documentId });

const inTime = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer.catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))]);
