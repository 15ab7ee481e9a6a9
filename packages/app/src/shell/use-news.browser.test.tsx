import type { Changed } from "@coffer/client";
import { afterEach, expect, it, vi } from "vitest";
import { firstRowsSeen } from "../frame/first-rows.ts";
import { newQueryClient } from "../frame/query-client.ts";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { CONTENTS_KEY } from "../vault/queries.ts";
import { useNews } from "./use-news.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Some page of an open vault, whose lists are there. @param pulled - what it asks for itself */
async function open(pulled: Promise<unknown> = Promise.resolve(null)) {
  firstRowsSeen();
  const queries = newQueryClient();
  const pulling = queries.prefetchQuery({ queryKey: CONTENTS_KEY, queryFn: () => pulled });
  const invalidate = vi.spyOn(queries, "invalidateQueries");
  const lines: { tell: (what: Changed) => void; end: () => void }[] = [];
  const watch = vi.fn(({ onChange }: { onChange: (what: Changed) => void }) => {
    const end = vi.fn();
    lines.push({ tell: onChange, end });
    return end;
  });
  const refreshMembership = vi.fn(async () => undefined);
  const Page = () => {
    useNews(queries);
    return <h1>All Items</h1>;
  };
  const screen = await renderApp(<Page />, { client: fakeClient({ session: ANN, vault: { watch }, team: { refreshMembership } }) });
  await expect.element(screen.getByRole("heading", { name: "All Items" })).toBeVisible();
  return { screen, lines, pulling, refreshMembership, asked: () => invalidate.mock.calls.map(([filter]) => filter?.queryKey) };
}

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
}

it("asks for the vault and for shares when others change them, and for the team where that has changed", async () => {
  const { lines, asked, refreshMembership } = await open();
  await expect.poll(() => lines).toHaveLength(1);
  lines[0]?.tell("contents");
  expect(asked()).toEqual([["vault", "contents"], ["sharing"]]);
  expect(refreshMembership).not.toHaveBeenCalled();
  lines[0]?.tell("team");
  expect(asked().slice(2)).toEqual([["vault", "contents"], ["sharing"], ["team"]]);
  expect(refreshMembership).toHaveBeenCalledTimes(1);
});

it("listens once the page has what it asked for itself, and no longer than it is open", async () => {
  let arrive = (_: null): void => undefined;
  const { lines, screen, pulling } = await open(new Promise((resolve) => (arrive = resolve)));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toEqual([]);
  arrive(null);
  await pulling;
  await expect.poll(() => lines).toHaveLength(1);
  await screen.unmount();
  expect(lines[0]?.end).toHaveBeenCalledTimes(1);
});

it("hangs up when the page was out of sight for a minute, and listens again once it is seen", async () => {
  const { lines } = await open();
  await expect.poll(() => lines).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  show("hidden");
  vi.advanceTimersByTime(59_000);
  show("visible");
  vi.advanceTimersByTime(5_000);
  expect(lines[0]?.end).not.toHaveBeenCalled();
  show("hidden");
  vi.advanceTimersByTime(61_000);
  expect(lines[0]?.end).toHaveBeenCalledTimes(1);
  show("visible");
  expect(lines).toHaveLength(2);
});
