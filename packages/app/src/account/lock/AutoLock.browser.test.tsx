/** What a person meets who leaves a vault open: a word before it locks, and the lock itself. */
import { type AccountSettings, DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { deviceSettings } from "../../frame/device-settings.ts";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { AutoLock } from "./AutoLock.tsx";

const MINUTE = 60_000;
const timer = page.getByRole("timer");
const WAIT = { timeout: 5_000 };

async function open(settings: Partial<AccountSettings> = {}, hasUnsent = async () => false) {
  const lock = vi.fn<() => Promise<void>>(async () => undefined);
  const logout = vi.fn(async () => undefined);
  const read = vi.fn(async () => ({ ...DEFAULT_SETTINGS, ...settings }));
  const keepAlive = vi.fn(async () => undefined);
  const client = fakeClient({ session: ANN, account: { lock, logout, keepAlive, hasUnsent, lockSettings: { read } } });
  await renderApp(<AutoLock />, { client });
  await expect.poll(() => deviceSettings.current()).toEqual({ ...DEFAULT_SETTINGS, ...settings });
  return { lock, logout, keepAlive };
}

/** As if no one had used the vault for so long. */
const rest = (milliseconds: number): void => localStorage.setItem("lastUsedAt", String(Date.now() - milliseconds));

beforeEach(() => {
  localStorage.clear();
  deviceSettings.show(DEFAULT_SETTINGS);
});

it("says nothing while it is used, and says so in its last minute", async () => {
  const { lock } = await open();
  await expect.element(timer).not.toBeInTheDocument();
  rest(14.5 * MINUTE);
  await expect.element(timer, WAIT).toHaveTextContent(/^Locking in (30|29|28) s$/);
  expect(lock).not.toHaveBeenCalled();
});

it("stays open when the user wants it to", async () => {
  await open();
  rest(14.5 * MINUTE);
  await expect.element(timer, WAIT).toBeVisible();
  (page.getByRole("button", { name: "Stay" }).element() as HTMLButtonElement).click();
  await expect.element(timer, WAIT).not.toBeInTheDocument();
});

it("stays open when any key is pressed", async () => {
  await open();
  rest(14.5 * MINUTE);
  await expect.element(timer, WAIT).toBeVisible();
  await userEvent.keyboard("x");
  await expect.element(timer, WAIT).not.toBeInTheDocument();
});

it("locks once when its time is over, and no key takes that back", async () => {
  const { lock, logout } = await open();
  rest(15 * MINUTE);
  await userEvent.keyboard("x");
  await expect.poll(() => lock.mock.calls.length, WAIT).toBe(1);
  await userEvent.keyboard("y");
  expect(lock).toHaveBeenCalledTimes(1);
  expect(logout).not.toHaveBeenCalled();
});

it("logs out instead where that was chosen, after the time that was chosen", async () => {
  const { lock, logout } = await open({ after: 5, action: "logout" });
  rest(4.5 * MINUTE);
  await expect.element(timer, WAIT).toHaveTextContent(/^Signing out in/);
  rest(5 * MINUTE);
  await expect.poll(() => logout.mock.calls.length, WAIT).toBe(1);
  expect(lock).not.toHaveBeenCalled();
});

it("asks whether the session still lives when the user comes back to it (A-7)", async () => {
  const { keepAlive } = await open();
  expect(keepAlive).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("focus"));
  await expect.poll(() => keepAlive.mock.calls.length).toBe(1);
});

it("locks at once with Ctrl+Shift+.", async () => {
  const { lock } = await open({ after: "never" });
  await userEvent.keyboard("{Control>}{Shift>}.{/Shift}{/Control}");
  await expect.poll(() => lock.mock.calls.length).toBe(1);
});

it("asks a person who signs out with Ctrl+Shift+. while something waits for the server, and no one where the time is over", async () => {
  const { logout } = await open({ after: 5, action: "logout" }, async () => true);
  await userEvent.keyboard("{Control>}{Shift>}.{/Shift}{/Control}");
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent("Changes may be waiting on this device for the server.");
  await page.getByRole("button", { name: "Stay" }).click();
  expect(logout).not.toHaveBeenCalled();
  rest(5 * MINUTE);
  await expect.poll(() => logout.mock.calls.length, WAIT).toBe(1);
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
});

it("tries again where it could not lock", async () => {
  const { lock } = await open();
  lock.mockRejectedValueOnce(new Error("boom"));
  rest(15 * MINUTE);
  await seeToast("Failed to lock");
  await expect.poll(() => lock.mock.calls.length, { timeout: 15_000 }).toBe(2);
});
