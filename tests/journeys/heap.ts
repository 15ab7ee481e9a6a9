/** What a page or a worker still holds: its heap, as the browser's own profiler writes it down. */
import { type CDPSession, expect, type Page } from "@playwright/test";

interface HeapSnapshot {
  readonly strings: readonly string[];
}

/**
 * Strings of the heap that hold one of these texts, after everything was collected that can be. A test that has the page look for such a text, or fills it in by a
 * locator, puts it there itself.
 * @param script - of a worker, which is then looked into instead of the page
 */
export async function textsInHeap(page: Page, texts: readonly string[], script?: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const snapshot = await takeSnapshot(script === undefined ? ofPage(session) : await ofWorker(session, script));
  await session.detach();
  const { strings } = JSON.parse(snapshot) as HeapSnapshot;
  return strings.filter((string) => texts.some((text) => string.includes(text)));
}

/** What a page gives up a moment later (a toast that fades, a timer that ends) is looked for again. A look takes one second or twenty, so looks are counted. */
const LOOKS = 8;
const BETWEEN_MS = 500;

/** Fails when the page, or that worker, still holds one of these texts at the last look. */
export async function expectGone(page: Page, texts: readonly string[], script?: string): Promise<void> {
  for (let look = 1; look < LOOKS; look++) {
    if ((await textsInHeap(page, texts, script)).length === 0) return;
    await page.waitForTimeout(BETWEEN_MS);
  }
  expect(await textsInHeap(page, texts, script)).toEqual([]);
}

interface Profiled {
  send(method: "HeapProfiler.enable" | "HeapProfiler.collectGarbage" | "HeapProfiler.takeHeapSnapshot"): Promise<unknown>;
  onChunk(take: (chunk: string) => void): void;
}

const ofPage = (session: CDPSession): Profiled => ({
  send: (method) => session.send(method),
  onChunk: (take) => void session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => take(chunk)),
});

/** What is asked of a worker is sent by way of a page, as text. */
async function ofWorker(session: CDPSession, script: string): Promise<Profiled> {
  const { targetInfos } = await session.send("Target.getTargets");
  const { targetId } = targetInfos.find(({ type, url }) => type === "service_worker" && url.endsWith(script)) ?? { targetId: "" };
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const takers: ((chunk: string) => void)[] = [];
  const waiting = new Map<number, () => void>();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, params } = JSON.parse(message) as { id?: number; params?: { chunk?: string } };
    if (id !== undefined) waiting.get(id)?.();
    if (params?.chunk !== undefined) for (const take of takers) take(params.chunk);
  });
  const send: Profiled["send"] = async (method) => {
    const id = waiting.size + 1;
    const answered = new Promise<void>((resolve) => void waiting.set(id, resolve));
    await session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return answered;
  };
  return { send, onChunk: (take) => void takers.push(take) };
}

async function takeSnapshot({ send, onChunk }: Profiled): Promise<string> {
  const chunks: string[] = [];
  onChunk((chunk) => void chunks.push(chunk));
  await send("HeapProfiler.enable");
  // What one collection sets free in the document, the next one finds in the scripts.
  for (let round = 0; round < 3; round++) await send("HeapProfiler.collectGarbage");
  await send("HeapProfiler.takeHeapSnapshot");
  return chunks.join("");
}
