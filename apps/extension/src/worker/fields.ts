/** Asks the pages of a tab what their fields are. */
import type { AskFields, SeenField } from "../asked.ts";

/** A frame that does not answer, because it is going or its script hangs, holds nobody up. */
const PATIENCE_MS = 4000;

/** @returns the fields of each frame that lets us in, the page's own first. @throws when the page itself does not. */
export async function fieldsOf(tabId: number): Promise<{ readonly frameId: number; readonly fields: SeenField[] }[]> {
  const placed = await chrome.scripting.executeScript({ target: { tabId, allFrames: true }, files: ["page.js"] });
  const frames = placed.map(({ frameId }) => frameId).sort((a, b) => a - b);
  const answers = await Promise.all(frames.map((frameId) => inTime(askFields(tabId, frameId))));
  return frames.flatMap((frameId, at) => {
    const fields = answers[at];
    return fields ? [{ frameId, fields }] : [];
  });
}

const askFields = (tabId: number, frameId: number): Promise<SeenField[]> =>
  chrome.tabs.sendMessage<AskFields, SeenField[]>(tabId, { ask: "fields" }, { frameId });

const inTime = <T>(answer: Promise<T>): Promise<T | null> =>
  Promise.race([answer.catch(() => null), new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))]);
