/** What a person meets whose vault is locked: one field. */
import { AppError } from "@coffer/contract/errors";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { expectSelected, pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { LockScreen, waitAfter } from "./LockScreen.tsx";

const password = page.getByLabelText("Master Password", { exact: true });
const unlock = page.getByRole("button", { name: "Unlock" });

class ClientError extends Error {
  override name = "ClientError";
}

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const open = (account: Account = {}, state = {}) =>
  renderApp(<LockScreen />, { client: fakeClient({ session: ANN, isLocked: true, account }), state });

it("says whose vault it is and nothing of what is in it, with the focus in the field", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await expect.element(page.getByText(ANN.user.email)).toBeVisible();
  await expect.element(password).toHaveFocus();
  expect(document.title).toBe("Locked · Coffer");
});

it("says why it asks after a page load without the server, and only then", async () => {
  const offline = page.getByRole("status").getByText(/The server cannot be reached/);
  await open({}, { locked: true, reason: "offline" });
  await expect.element(offline).toBeVisible();
  await expect.element(password).toHaveFocus();
});

it("does not speak of the server where the vault was locked", async () => {
  await open({}, { locked: true, reason: "locked" });
  await expect.element(password).toHaveFocus();
  await expect.element(page.getByText(/server/)).not.toBeInTheDocument();
});

it("asks for a password under the field", async () => {
  await open();
  await unlock.click();
  await expect.element(page.getByText("Please enter your master password")).toBeVisible();
  await expect.element(password).toHaveFocus();
});

it("tries one password at a time", async () => {
  const answer = Promise.withResolvers<void>();
  const tried = vi.fn(() => answer.promise);
  await open({ unlock: tried });
  await userEvent.keyboard("Some-Password-1!{Enter}");
  const busy = page.getByRole("button", { name: "Unlocking..." });
  await expect.element(busy).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  await pressTwice(busy);
  expect(tried).toHaveBeenCalledExactlyOnceWith({ password: "Some-Password-1!" });
  answer.resolve();
});

it("says that a password is wrong, keeps it selected in its field, and takes the next one", async () => {
  const tried = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new ClientError("Invalid master password"));
  await open({ unlock: tried });
  await userEvent.keyboard("wrong");
  await unlock.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Invalid master password");
  await expect.element(password).toHaveValue("wrong");
  await expectSelected(password);
  tried.mockResolvedValueOnce(undefined);
  await userEvent.keyboard("right");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => tried.mock.calls.length).toBe(2);
  expect(tried).toHaveBeenLastCalledWith({ password: "right" });
});

it("makes a person who guesses wait twice as long each time, after two misses that cost nothing (A-14)", () => {
  expect([0, 1, 2, 3, 4, 5, 9, 40].map(waitAfter)).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 30_000, 30_000]);
});

it("has them wait in fact: the fourth is not tried at once", async () => {
  const tried = vi.fn<() => Promise<void>>().mockRejectedValue(new ClientError("Invalid master password"));
  await open({ unlock: tried });
  for (const guess of [1, 2, 3]) {
    await userEvent.keyboard(`wrong${guess}{Enter}`);
    await expect.poll(() => tried.mock.calls.length).toBe(guess);
    await expect.element(unlock).toBeEnabled();
  }
  tried.mockResolvedValueOnce(undefined);
  await userEvent.keyboard("right{Enter}");
  await expect.element(page.getByRole("button", { name: "Unlocking..." })).toBeDisabled();
  expect(tried).toHaveBeenCalledTimes(3);
  await expect.poll(() => tried.mock.calls.length, { timeout: 5_000 }).toBe(4);
});

it("says what else went wrong in its own words, and lets one log out", async () => {
  const logout = vi.fn(async () => undefined);
  await open({ unlock: () => Promise.reject(new AppError("rate_limited")), logout });
  await userEvent.keyboard("wrong{Enter}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many attempts");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => logout.mock.calls.length).toBe(1);
});

it.each([true, false])("offers a passkey where there may be one, and to no one who has none: %s", async (may) => {
  const asked = vi.fn(async () => may);
  await open({ mayHavePasskey: asked });
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  await expect.element(password).toHaveFocus();
  const offered = page.getByRole("button", { name: "Use a passkey" });
  if (may) await expect.element(offered).toBeVisible();
  else await expect.element(offered).not.toBeInTheDocument();
});

it("logs out at once where the part that knows whether something waits does not come: there is no network, and what waits stays here", async () => {
  const logout = vi.fn(async () => undefined);
  await open({ hasUnsent: () => Promise.reject(new Error("its part did not come")), logout });
  await page.getByRole("button", { name: "Logout" }).click();
  await expect.poll(() => logout.mock.calls.length).toBe(1);
});

it("asks before it logs out where something waits here for the server, and does not where that is not wanted", async () => {
  const logout = vi.fn(async () => undefined);
  await open({ hasUnsent: async () => true, logout });
  const press = page.getByRole("button", { name: "Logout" });
  await press.click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent("Changes may be waiting on this device for the server.");
  await page.getByRole("button", { name: "Stay" }).click();
  expect(logout).not.toHaveBeenCalled();
  await press.click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(() => logout.mock.calls.length).toBe(1);
});
