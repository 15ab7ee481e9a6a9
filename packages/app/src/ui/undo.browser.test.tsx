import { ClientError } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../testing/fake-client.ts";
import { renderApp } from "../testing/render.tsx";
import { seeToast } from "../testing/toasts.ts";
import { forgetUndo, lastUndo, offerUndo } from "./undo.ts";

const offer = (label: string, takeBack: () => Promise<unknown>): void =>
  offerUndo(`${label}: done`, { label, takeBack, back: `${label}: taken back`, failed: `${label}: stays` });

it("takes back what was done last, once, from the toast or later, and says so", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  offer("delete", first);
  offer("move", second);
  expect(lastUndo()?.label).toBe("move");
  const later = lastUndo();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await seeToast("move: taken back");
  await later?.run();
  expect(second).toHaveBeenCalledTimes(1);
  expect(first).not.toHaveBeenCalled();
  expect(lastUndo()).toBeNull();
});

it("says why when it cannot be taken back", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  offer("edit", async () => {
    throw new Error("an error of the code");
  });
  await lastUndo()?.run();
  await seeToast("edit: stays");
});

it("can be tried again where it failed, from the toast and from the palette, until it is taken back", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  let failures = 2;
  const takeBack = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error("an error of the code");
  });
  offer("rename", takeBack);
  await lastUndo()?.run();
  await seeToast("rename: stays");
  await lastUndo()?.run();
  expect(takeBack).toHaveBeenCalledTimes(2);
  await page.getByRole("button", { name: "Try again" }).last().click();
  await seeToast("rename: taken back");
  expect([takeBack.mock.calls.length, lastUndo()]).toEqual([3, null]);
});

it("is not offered again where this device says why it can never be", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  const takeBack = vi.fn(async () => {
    throw new ClientError("It was changed since");
  });
  offer("tag", takeBack);
  await lastUndo()?.run();
  await seeToast("It was changed since");
  expect(page.getByRole("button", { name: "Try again" }).elements()).toEqual([]);
  expect([lastUndo(), takeBack.mock.calls.length]).toEqual([null, 1]);
});

it("can be tried again where this device had no room for it, and has some by then", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  let isFull = true;
  const takeBack = async () => {
    if (isFull) throw new ClientError("It could not be kept on this device", { cause: new Error("QuotaExceededError") });
  };
  offer("star", takeBack);
  await lastUndo()?.run();
  await expect.element(page.getByText("It could not be kept on this device")).toBeVisible();
  isFull = false;
  await page.getByRole("button", { name: "Try again" }).last().click();
  await seeToast("star: taken back");
  expect(lastUndo()).toBeNull();
});

it("is not offered by a failure where something else was done meanwhile", async () => {
  await renderApp(<h1>All Items</h1>, { client: fakeClient() });
  let fail = () => {};
  offer("first", () => new Promise((_, refuse) => (fail = () => refuse(new Error("an error of the code")))));
  const first = lastUndo()?.run();
  offer("second", async () => undefined);
  fail();
  await first;
  expect(lastUndo()?.label).toBe("second");
});

it("is gone with the screen: it names what is in the vault", () => {
  offer('edit "Bank"', async () => undefined);
  forgetUndo();
  expect(lastUndo()).toBeNull();
});
