/** What a page still holds: its heap, as the browser's own profiler writes it down. */
import { type CDPSession, expect, type Page } from "@playwright/test";

interface HeapSnapshot {
  readonly strings: readonly string[];
}

/**
 * Strings of the heap that hold one of these texts, after everything was collected that can be. A test that has the page look for such a text, or fills it in by a
 * locator, puts it there itself.
 */
export async function textsInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const { strings } = JSON.parse(await takeSnapshot(page)) as HeapSnapshot;
  return strings.filter((string) => texts.some((text) => string.includes(text)));
}

/** What a page gives up a moment later (a toast that fades, a timer that ends) is looked for again. A look takes one second or twenty, so looks are counted. */
const LOOKS = 8;
const BETWEEN_MS = 500;

/** Fails when the page still holds one of these texts at the last look. */
export async function expectGone(page: Page, texts: readonly string[]): Promise<void> {
  for (let look = 1; look < LOOKS; look++) {
    if ((await textsInHeap(page, texts)).length === 0) return;
    await page.waitForTimeout(BETWEEN_MS);
  }
  expect(await textsInHeap(page, texts)).toEqual([]);
}

async function takeSnapshot(page: Page): Promise<string> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => void chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  // What one collection sets free in the document, the next one finds in the scripts.
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return chunks.join("");
}
