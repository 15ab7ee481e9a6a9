/** A secret that is looked at for a moment: in sight while a key is held, or from a short press to the next one, and gone with the window's focus. */
import { REVEAL_MS } from "@coffer/core/constants";
import { kindOf } from "@coffer/core/items/kinds";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { Peek } from "./Peek.tsx";

const SHOP = anItem("Shop", { fields: { title: "Shop" } });
const closed = vi.fn<() => void>();
const peek = page.getByText("Password of Shop");

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open(read: () => Promise<string> = async () => "Tulips2024") {
  closed.mockReset();
  const actions: Partial<ItemActions> = { read };
  const peeked = { item: SHOP, field: "password" };
  return renderApp(<Peek peeked={peeked} actions={actions as ItemActions} onClose={closed} />, { client: fakeClient() });
}
const key = (type: "keydown" | "keyup", more: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent(type, { key: " ", ...more }));

it("names what is shown, waits for it, and shows it", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  await open(() => promise);
  await expect.element(peek).toBeVisible();
  await expect.element(page.getByText("…")).toBeVisible();
  resolve("Tulips2024");
  await expect.element(page.getByText("…")).not.toBeInTheDocument();
  await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toContain("Tulips2024");
});

it("stays after a short press until the next one", async () => {
  await open();
  key("keyup");
  key("keydown", { repeat: true });
  expect(closed).not.toHaveBeenCalled();
  key("keydown");
  expect(closed).toHaveBeenCalledOnce();
});

it("goes as the key is let go that was held", async () => {
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockReturnValue(now);
  await open();
  clock.mockReturnValue(now + 351);
  key("keyup");
  expect(closed).toHaveBeenCalledOnce();
});

it("goes with a press elsewhere, with the window's focus, and by itself", async () => {
  for (const type of ["pointerdown", "blur"]) {
    const { unmount } = await open();
    window.dispatchEvent(new Event(type));
    expect(closed).toHaveBeenCalledOnce();
    await unmount();
    window.dispatchEvent(new Event(type));
    key("keydown");
    expect(closed).toHaveBeenCalledOnce();
  }
  const later = vi.spyOn(window, "setTimeout");
  await open();
  const [end] = later.mock.calls.find(([, after]) => after === REVEAL_MS) ?? [];
  expect(closed).not.toHaveBeenCalled();
  if (typeof end === "function") end();
  expect(closed).toHaveBeenCalledOnce();
});

it("says what failed", async () => {
  await open(() => Promise.reject(new Error("x")));
  await seeToast(kindOf("password").words.openFailed);
});

it("says nothing of a failure once no one looks any more", async () => {
  const late = Promise.withResolvers<string>();
  const { unmount } = await open(() => late.promise);
  await unmount();
  late.reject(new Error("x"));
  await late.promise.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.querySelector("[data-toast]")).toBeNull();
});
