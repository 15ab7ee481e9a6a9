/** A dialog that is longer than the window keeps what ends it in reach. */
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { Dialog } from "./Dialog.tsx";

afterEach(() => page.viewport(1280, 800));

it("has its foot in sight however far it is scrolled, and nothing shines through it", async () => {
  await page.viewport(360, 640);
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`);
  await renderApp(
    <Dialog title="A long one" onClose={() => undefined} footer={<button type="button">Share</button>}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Dialog>,
    { client: fakeClient({}) },
  );
  const button = await page.getByRole("button", { name: "Share" }).findElement();
  const last = await page.getByText("Line 60", { exact: true }).findElement();
  const isInSight = () => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === button && top + height <= window.innerHeight;
  };
  await expect.poll(isInSight).toBe(true);
  const foot = button.parentElement as HTMLElement;
  expect(getComputedStyle(foot).backgroundColor).not.toMatch(/rgba\(.*, 0\)|transparent/);
  last.scrollIntoView({ block: "end" });
  expect(isInSight()).toBe(true);
});
