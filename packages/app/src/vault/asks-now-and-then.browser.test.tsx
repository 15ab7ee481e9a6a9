import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../testing/ann.ts";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { anItem } from "../testing/sample-items.ts";
import { useContents } from "./queries.ts";

afterEach(() => void vi.useRealTimers());

const Titles = () => (
  <ul>
    {useContents().data?.items.map(({ id, fields }) => (
      <li key={id}>{fields.title}</li>
    ))}
  </ul>
);

it("shows within five minutes what was saved elsewhere, where nothing tells of it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let items = [anItem("Garden")];
  const pull = vi.fn(async () => ({ items, vaults: [] }));
  const vault = { pull, contents: () => null, local: async () => null };
  await renderApp(<Titles />, { client: fakeClient({ session: ANN, vault }) });
  await expect.element(page.getByText("Garden")).toBeVisible();
  items = [anItem("Harbour")];
  vi.advanceTimersByTime(299_000);
  expect(pull).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  await expect.element(page.getByText("Harbour")).toBeVisible();
  expect(pull).toHaveBeenCalledTimes(2);
});
