/** What a page still holds: its heap, as the browser's own profiler writes it down. */
import type { CDPSession, Page } from "@playwright/test";

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
