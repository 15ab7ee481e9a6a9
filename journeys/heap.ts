/** What a page still holds: its heap, as the browser's own profiler writes it down. */
import type { CDPSession, Page } from "@playwright/test";

/** Strings of the heap that hold one of these texts, after everything was collected that can be. */
export async function textsInHeap(page: Page, texts: readonly string[]): Promise<string[]> {
  const { strings } = await snapshotOf(page);
  return strings.filter((string) => texts.some((text) => string.includes(text)));
}

export interface HeapSnapshot {
  readonly strings: readonly string[];
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly snapshot: { readonly meta: { readonly node_fields: string[]; readonly node_types: [string[]]; readonly edge_fields: string[]; readonly edge_types: [string[]] } };
}

export async function snapshotOf(page: Page): Promise<HeapSnapshot> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => void chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  // What a collection sets free in the page's documents, the next one finds in its scripts.
  for (let round = 0; round < 3; round++) await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return JSON.parse(chunks.join("")) as HeapSnapshot;
}
