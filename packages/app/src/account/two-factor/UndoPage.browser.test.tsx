/** What a person meets who opens the link of the email that two-factor authentication was turned on. */
import { AppError } from "@coffer/contract/errors";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClient } from "../../testing/fake-client.ts";
import { pressTwice } from "../../testing/fields.ts";
import { renderApp } from "../../testing/render.tsx";
import { UndoPage } from "./UndoPage.tsx";

const turnOff = page.getByRole("button", { name: "Turn it off" });
const alert = page.getByRole("alert");

const open = (undoMfa: (typed: { token: string }) => Promise<void>, at = "/undo-two-factor#a.b.c") =>
  renderApp(<UndoPage />, { client: fakeClient({ account: { undoMfa } }), at });

it("says what it does before it does anything, does it once, and leads to the sign-in", async () => {
  const undoMfa = vi.fn(async () => undefined);
  await open(undoMfa);
  await expect.element(page.getByText(/signs every device out and removes links to other profiles/)).toBeVisible();
  expect(undoMfa).not.toHaveBeenCalled();
  await pressTwice(turnOff);
  await expect.element(page.getByText(/is off and every device was signed out/)).toBeVisible();
  expect(undoMfa).toHaveBeenCalledExactlyOnceWith({ token: "a.b.c" });
  await expect.element(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
});

it("says that a link was used or has run out, and what to do without a connection", async () => {
  const undoMfa = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new AppError("undo_link_invalid"))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await open(undoMfa);
  await turnOff.click();
  await expect.element(alert).toHaveTextContent("This link was already used or is no longer valid.");
  await turnOff.click();
  await expect.element(alert).toHaveTextContent("Two-factor authentication could not be turned off. Please try again.");
});

it("sends nothing without a whole link", async () => {
  await open(() => Promise.reject(new Error("not expected")), "/undo-two-factor");
  await expect.element(alert).toHaveTextContent("This link is incomplete.");
  await expect.element(turnOff).not.toBeInTheDocument();
});
