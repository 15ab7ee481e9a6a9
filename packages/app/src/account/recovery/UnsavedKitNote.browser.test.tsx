/** What a user meets after a sign-in when their recovery key was shown and not put away. */
import type { Client } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { proof } from "../../ui/confirm.ts";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { UnsavedKitNote } from "./UnsavedKitNote.tsx";

const KIT = { email: ANN.user.email, recoveryKey: "AB1C-D2EF" };
const note = page.getByRole("status", { name: "Recovery key" });
const open = (account: PartOf<Client["account"]>, at = "/") =>
  renderApp(<UnsavedKitNote />, { client: fakeClient({ session: ANN, account }), at });

it("is shown the key again, and no more note once it is saved", async () => {
  const hasUnsavedKit = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const [kitSaved, unsavedKit] = [vi.fn(async () => undefined), vi.fn(async () => KIT)];
  await open({ hasUnsavedKit, unsavedKit, kitSaved });
  await note.getByRole("button", { name: "Save recovery key" }).click();
  await expect.poll(proof.current).not.toBeNull();
  proof.answer(true);
  await page.getByLabelText("Group 1").fill("AB1C");
  await page.getByLabelText("Group 2").fill("D2EF");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(kitSaved).toHaveBeenCalledTimes(1);
});

it("shows no key to a person who does not give the master password: it would open the account for good", async () => {
  const unsavedKit = vi.fn(async () => KIT);
  await open({ hasUnsavedKit: async () => true, unsavedKit });
  await note.getByRole("button", { name: "Save recovery key" }).click();
  await expect.poll(proof.current).not.toBeNull();
  expect(unsavedKit).not.toHaveBeenCalled();
  proof.answer(false);
  await expect.poll(proof.current).toBeNull();
  expect(unsavedKit).not.toHaveBeenCalled();
  await expect.element(note).toBeVisible();
});

it("whose key is put away is told nothing", async () => {
  const hasUnsavedKit = vi.fn(async () => false);
  await open({ hasUnsavedKit });
  await expect.poll(() => hasUnsavedKit.mock.calls.length).toBe(1);
  await expect.element(note).not.toBeInTheDocument();
});

it("is told of a key that was made while its owner went to another page, and shown it with the master password", async () => {
  await open({ hasUnsavedKit: async () => false, unsavedKit: async () => KIT });
  newRecoveryKey.keep(KIT);
  await note.getByRole("button", { name: "Save recovery key" }).click();
  await expect.poll(proof.current).not.toBeNull();
  await expect.element(page.getByLabelText("Group 1")).not.toBeInTheDocument();
  proof.answer(true);
  await expect.element(page.getByLabelText("Group 1")).toBeVisible();
});

it("is not told twice in the settings, which show the new key themselves", async () => {
  const hasUnsavedKit = vi.fn(async () => true);
  await open({ hasUnsavedKit }, "/settings");
  await expect.element(note).toBeVisible();
  newRecoveryKey.keep(KIT);
  await expect.element(note).not.toBeInTheDocument();
});

const EVES = { email: "eve@example.com", recoveryKey: "EEEE-FFFF" };

it("is told nothing of a key that was made for another account on the same browser", async () => {
  const hasUnsavedKit = vi.fn(async () => false);
  newRecoveryKey.keep(EVES);
  await open({ hasUnsavedKit });
  await expect.poll(() => hasUnsavedKit.mock.calls.length).toBe(1);
  await expect.element(page.getByTestId("address")).toBeInTheDocument();
  await expect.element(note).not.toBeInTheDocument();
});

it("is never shown another account's key, and leaves it to its owner", async () => {
  const unsavedKit = vi.fn<() => Promise<typeof KIT | null>>().mockResolvedValueOnce(null).mockResolvedValue(KIT);
  newRecoveryKey.keep(EVES);
  await open({ hasUnsavedKit: async () => true, unsavedKit, kitSaved: async () => undefined }, "/settings");
  const show = async () => {
    await note.getByRole("button", { name: "Save recovery key" }).click();
    await expect.poll(proof.current).not.toBeNull();
    proof.answer(true);
  };
  await show();
  await expect.poll(() => unsavedKit.mock.calls.length).toBe(1);
  await expect.element(page.getByTestId("recovery-key")).not.toBeInTheDocument();
  await show();
  await page.getByLabelText("Group 1").fill("AB1C");
  await page.getByLabelText("Group 2").fill("D2EF");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect.element(page.getByTestId("recovery-key")).not.toBeInTheDocument();
  expect(newRecoveryKey.current()).toEqual(EVES);
});
