import { afterEach, expect, it, vi } from "vitest";
import { browserNewsPeers } from "./news-peers.ts";

const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
});

/** A page of a person, that wants to listen. */
function page(accountId: string) {
  const end = new AbortController();
  ends.push(end);
  const peers = browserNewsPeers(accountId);
  const [heard, onTaken] = [vi.fn(), vi.fn()];
  peers.hear(heard, end.signal);
  const work = vi.fn(() => new Promise<void>((resolve) => end.signal.addEventListener("abort", () => resolve())));
  return { peers, heard, work, onTaken, asking: peers.alone(work, end.signal, onTaken), leave: () => end.abort() };
}

const NEWS = [{ what: "scope", id: "1", seq: 2, stamp: 0 }];

it("one page of an account listens and lets the others hear; when it leaves, one of them goes on", async () => {
  const first = page("ann");
  await expect.poll(() => first.work.mock.calls).toHaveLength(1);
  const [second, third, bobs] = [page("ann"), page("ann"), page("bob")];
  await expect.poll(() => [second, third, bobs].map(({ onTaken }) => onTaken.mock.calls.length)).toEqual([1, 1, 0]);
  expect(bobs.work).toHaveBeenCalledTimes(1);
  first.peers.tell(NEWS);
  await expect.poll(() => [second, third].map(({ heard }) => heard.mock.calls)).toEqual([[[NEWS]], [[NEWS]]]);
  expect(first.heard).not.toHaveBeenCalled();
  expect(bobs.heard).not.toHaveBeenCalled();
  first.leave();
  await expect.poll(() => [second, third].map(({ work }) => work.mock.calls.length)).toEqual([1, 0]);
});

it("a page that leaves while it waits does not listen later, nor hears anything", async () => {
  const first = page("ann");
  await expect.poll(() => first.work.mock.calls).toHaveLength(1);
  const second = page("ann");
  await expect.poll(() => second.onTaken.mock.calls).toHaveLength(1);
  second.leave();
  await second.asking;
  first.peers.tell(NEWS);
  first.leave();
  await first.asking;
  expect(second.work).not.toHaveBeenCalled();
  expect(second.heard).not.toHaveBeenCalled();
});

it("takes nothing that is no list, as a page of another version may say", async () => {
  const first = page("ann");
  const other = new BroadcastChannel("coffer-news-ann");
  other.postMessage("hello");
  other.postMessage(NEWS);
  await expect.poll(() => first.heard.mock.calls).toEqual([[NEWS]]);
  other.close();
});
