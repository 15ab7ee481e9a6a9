/** What a person meets in the list of passkeys that open the vault. */
import type { VaultPasskey } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { seeToast } from "../../testing/toasts.ts";
import { PasskeysPanel } from "./PasskeysPanel.tsx";

type Account = PartOf<ReturnType<typeof fakeClient>["account"]>;

const AT = Date.UTC(2026, 0, 5, 12);
const passkey = (name: string, more: Partial<VaultPasskey> = {}): VaultPasskey => ({
  ...{ id: name, name, createdAt: AT, lastUsedAt: null, isBackedUp: false, state: "opens", sessions: [] },
  ...more,
});
const rows = page.getByRole("listitem");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const question = page.getByRole("alertdialog");

const open = (account: Account) =>
  renderApp(<PasskeysPanel id="passkeys" title="Passkeys" />, { client: fakeClient({ session: ANN, account }) });

it("says what still opens the vault before the first one is added", async () => {
  await open({ passkeys: async () => [] });
  await expect
    .element(page.getByText(/Your master password and your recovery key always open it too, with every passkey gone/))
    .toBeVisible();
  await expect.element(button("Add a passkey")).toBeVisible();
});

it("says of each where it is stored, and of those that open nothing, or that the vault does not know, that it is so", async () => {
  const all = [
    passkey("Laptop"),
    passkey("Phone", { isBackedUp: true, lastUsedAt: Date.now() }),
    passkey("Old phone", { state: "ended" }),
    passkey("Desk", { state: "missing" }),
    passkey("Chrome on Windows", { state: "unknown" }),
  ];
  const tellAuthenticator = vi.fn(async () => undefined);
  await open({ passkeys: async () => all, tellAuthenticator });
  // The browser need not offer the ended one any more.
  await expect.poll(() => tellAuthenticator.mock.calls.length).toBe(1);
  await expect.element(rows.filter({ hasText: /^Laptop/ })).toHaveTextContent("not used to sign in yet · on one device");
  await expect.element(rows.filter({ hasText: /^Phone/ })).toHaveTextContent("kept by a provider");
  await expect.element(rows.filter({ hasText: /^Old phone/ })).toHaveTextContent("Opens nothing any more");
  await expect.element(rows.filter({ hasText: /^Desk/ })).toHaveTextContent("Not at the server");
  await expect.element(rows.filter({ hasText: /^Chrome/ })).toHaveTextContent("Not known to your vault");
  await expect.element(button("Rename Chrome on Windows")).not.toBeInTheDocument();
  await expect.element(button("Remove Chrome on Windows")).toBeVisible();
});

it.each([
  [true, "anyone who takes that account over can open this vault."],
  [false, "It is stored on this one device alone"],
])("is added under a name; where it is stored is said, kept by a provider: %s", async (isBackedUp, said) => {
  const addPasskey = vi.fn(async () => ({ isBackedUp }));
  await open({ passkeys: async () => [], addPasskey });
  await button("Add a passkey").click();
  await button("Add").click();
  await expect.element(page.getByText("Please enter a name")).toBeVisible();
  expect(addPasskey).not.toHaveBeenCalled();
  await page.getByLabelText("Name of the passkey").fill(" Laptop ");
  await button("Add").click();
  await seeToast(said);
  expect(addPasskey).toHaveBeenCalledExactlyOnceWith({ authenticator: expect.anything(), name: "Laptop" });
  await expect.element(button("Add a passkey")).toBeVisible();
});

it("was not made where the browser's own dialog was closed: that is said, and the name is still there", async () => {
  await open({ passkeys: async () => [], addPasskey: () => Promise.reject(new DOMException("No", "NotAllowedError")) });
  await button("Add a passkey").click();
  await page.getByLabelText("Name of the passkey").fill("Laptop");
  await button("Add").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("No passkey was made.");
  await expect.element(page.getByLabelText("Name of the passkey")).toHaveValue("Laptop");
});

it("is renamed, and removed after a question that says what to do where it is lost", async () => {
  let all = [passkey("Laptop")];
  const renamePasskey = vi.fn(async ({ name }: { name: string }) => {
    all = [passkey("Laptop", { name })];
  });
  const removePasskey = vi.fn(async () => {
    all = [];
  });
  await open({ passkeys: async () => all, renamePasskey, removePasskey });
  await button("Rename Laptop").click();
  await page.getByLabelText("New name of Laptop").fill("Desk");
  await button("Save").click();
  await expect.element(rows.filter({ hasText: "Desk" })).toBeVisible();
  expect(renamePasskey).toHaveBeenCalledExactlyOnceWith({ id: "Laptop", name: "Desk" });
  await button("Remove Desk").click();
  await expect.element(question).toHaveTextContent("also change your master password with new keys");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(removePasskey).not.toHaveBeenCalled();
  await button("Remove Desk").click();
  await question.getByRole("button", { name: "Remove passkey" }).click();
  await seeToast("Desk was removed");
  expect(removePasskey).toHaveBeenCalledExactlyOnceWith({ authenticator: expect.anything(), id: "Laptop" });
});
