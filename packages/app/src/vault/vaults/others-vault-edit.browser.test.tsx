/** The form of a vault that another device saves meanwhile: what is taken over, what it says before it replaces something, and what its Undo takes back. */
import { type NewVault, VaultChangedError } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { aVault } from "../../testing/sample-items.ts";
import { lastUndo } from "../../ui/undo.ts";
import { VaultDialog } from "./VaultDialog.tsx";

const BASE = aVault("Home", { description: "of the flat", color: "#6E68EE", icon: "home" });
/** So long it takes until the page asks again. */
const SOON_MS = 1_000;

/** Opens the form of a vault that another device saves a moment later, unless its save is met at sending. */
async function openWhileSaved(changes: Partial<Vault>, isMetAtSending = false) {
  const later: Vault = { ...BASE, ...changes, revision: BASE.revision + 1 };
  let [now, isRefused] = [BASE, isMetAtSending];
  const contents = () => ({ items: [], vaults: [now], ...(now === BASE && { nextEnd: Date.now() + SOON_MS }) });
  const asked = async () => contents();
  const updateVault = vi.fn(async ({ base, ...look }: NewVault & { base: Vault }): Promise<Vault> => {
    if (isRefused) {
      isRefused = false;
      throw new VaultChangedError(later);
    }
    return { ...base, ...look, revision: base.revision + 1 };
  });
  const client = fakeClient({ session: ANN, vault: { updateVault, contents, pull: asked, local: asked } });
  const onClose = vi.fn();
  await renderApp(<VaultDialog vault={BASE} onClose={onClose} />, { client, at: "browser" });
  const save = page.getByRole("button", { name: "Save Changes" });
  if (!isMetAtSending) now = later;
  return { updateVault, onClose, later, save, name: page.getByLabelText("Name"), description: page.getByLabelText("Description") };
}

const DESCRIPTION_CAME = page.getByText("Changed on another device while you edit: Description. It is in this form now.");
const NAME_MET = page.getByText('Name was changed on another device too, to "House". If you save, yours takes its place.');

it("takes over what was not touched, and saves an edit of what is there now", async () => {
  const { updateVault, save, name, description, later } = await openWhileSaved({ description: "of the house" });
  await name.fill("Mine");
  await expect.element(DESCRIPTION_CAME).toBeVisible();
  await expect.element(description).toHaveValue("of the house");
  await expect.element(name).toHaveValue("Mine");
  await save.click();
  await expect.poll(() => updateVault.mock.calls[0]?.[0]).toMatchObject({ base: later, name: "Mine", description: "of the house" });
});

it("keeps what was typed where both changed the same, and says what it will replace", async () => {
  const { updateVault, save, name, later } = await openWhileSaved({ name: "House" });
  await name.fill("Mine");
  await expect.element(NAME_MET).toBeVisible();
  await expect.element(name).toHaveValue("Mine");
  await save.click();
  await expect.poll(() => updateVault.mock.calls[0]?.[0]).toMatchObject({ base: later, name: "Mine" });
});

it("says so where it is met only at sending, stays open, and replaces it with the next press", async () => {
  const { updateVault, save, name, onClose, later } = await openWhileSaved({ name: "House" }, true);
  await name.fill("Mine");
  await save.click();
  await expect.element(NAME_MET).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await save.click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(updateVault.mock.calls.map(([{ base, name }]) => [base, name])).toEqual([
    [BASE, "Mine"],
    [later, "Mine"],
  ]);
});

it("takes back what it changed, as an edit of its own save, and nothing that came from the other device", async () => {
  const { updateVault, save, name } = await openWhileSaved({ description: "of the house" });
  await name.fill("Mine");
  await expect.element(DESCRIPTION_CAME).toBeVisible();
  await save.click();
  await expect.poll(() => lastUndo()?.label).toBe('edit vault "Home"');
  await lastUndo()?.run();
  expect(updateVault.mock.calls[1]?.[0]).toMatchObject({ base: { name: "Mine" }, name: "Home", description: "of the house" });
});
