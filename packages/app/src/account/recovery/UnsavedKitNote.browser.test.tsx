/** What somebody meets after a sign-in whose recovery key was shown and not put away. */
import type { Client } from "@coffer/client";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient, type PartOf } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { UnsavedKitNote } from "./UnsavedKitNote.tsx";

const KIT = { email: ANN.user.email, recoveryKey: "AB1C-D2EF" };
const note = page.getByRole("status", { name: "Recovery key" });
const open = (account: PartOf<Client["account"]>) => renderApp(<UnsavedKitNote />, { client: fakeClient({ session: ANN, account }) });

it("is shown the key again, and hears no more of it once it is saved", async () => {
  const unsavedKit = vi.fn<() => Promise<typeof KIT | null>>().mockResolvedValueOnce(KIT).mockResolvedValueOnce(null);
  const kitSaved = vi.fn(async () => undefined);
  await open({ unsavedKit, kitSaved });
  await note.getByRole("button", { name: "Save recovery key" }).click();
  await page.getByLabelText("Group 1").fill("AB1C");
  await page.getByLabelText("Group 2").fill("D2EF");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect.element(note).not.toBeInTheDocument();
  expect(kitSaved).toHaveBeenCalledTimes(1);
});

it("whose key is put away is told nothing", async () => {
  const unsavedKit = vi.fn(async () => null);
  await open({ unsavedKit });
  await expect.poll(() => unsavedKit.mock.calls.length).toBe(1);
  await expect.element(note).not.toBeInTheDocument();
});
