/** The dialogs of a vault: one at a time, and the caller is told once a vault was deleted. */
import type { ItemsByPerson } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { useVaultDialogs } from "./use-vault-dialogs.tsx";

const HOME = aVault("Home");
const CONTENTS = { vaults: [HOME], items: [anItem("Shop", { categoryId: HOME.id }), anItem("Bank")] };

function Vaults({ onDeleted, vault = HOME }: { onDeleted?: () => void; vault?: Vault }) {
  const [dialogs, dialog] = useVaultDialogs(CONTENTS, onDeleted);
  return (
    <>
      <button type="button" onClick={() => dialogs.remove(vault)}>
        Remove Home
      </button>
      {dialog}
    </>
  );
}

async function askToRemove(onDeleted?: () => void) {
  const removeVault = vi.fn(async () => undefined);
  const client = fakeClient({ session: ANN, vault: { removeVault, contents: () => CONTENTS, pull: async () => CONTENTS } });
  await renderApp(<Vaults {...(onDeleted && { onDeleted })} />, { client });
  await page.getByRole("button", { name: "Remove Home" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Vault" });
  await expect.element(dialog).toBeVisible();
  return { removeVault, dialog };
}

it("tells the caller after a vault was deleted, not before", async () => {
  const onDeleted = vi.fn();
  const { dialog, removeVault } = await askToRemove(onDeleted);
  expect(onDeleted).not.toHaveBeenCalled();
  await dialog.getByRole("button", { name: "Delete vault" }).click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  expect(removeVault).toHaveBeenCalledTimes(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

it("tells the caller nothing when the question is cancelled", async () => {
  const onDeleted = vi.fn();
  const { dialog } = await askToRemove(onDeleted);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onDeleted).not.toHaveBeenCalled();
});

it("counts the items of that vault alone, and closes also where no caller asked to be told", async () => {
  const { dialog } = await askToRemove();
  await expect.element(dialog.getByText('"Home" holds 1 item. What should happen to it?')).toBeVisible();
  await dialog.getByRole("button", { name: "Delete vault" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

const BOB = { personId: "b0b00000-0000-4000-8000-000000000000", email: "bob@example.com", count: 2 };

/** A shared vault in which Bob made items, once Delete was pressed. */
async function askedAbout(left: () => readonly ItemsByPerson[]) {
  const removeVault = vi.fn(async () => undefined);
  const asked: unknown[] = [];
  const itemsByOthers = async (of: unknown): Promise<ItemsByPerson[]> => {
    asked.push(of);
    return [...left()];
  };
  const vault = { removeVault, contents: () => CONTENTS, pull: async () => CONTENTS };
  const client = fakeClient({ session: ANN, vault, sharing: { itemsByOthers } });
  const shared = { ...HOME, scopeId: crypto.randomUUID() };
  await renderApp(<Vaults vault={shared} />, { client });
  await page.getByRole("button", { name: "Remove Home" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Vault" });
  await dialog.getByRole("button", { name: "Delete vault" }).click();
  return { removeVault, dialog, asked };
}

it("of a shared vault shows at once what others made, and goes on only when the owner has decided", async () => {
  const { removeVault, dialog, asked } = await askedAbout(() => [BOB]);
  const question = dialog.getByRole("group", { name: "2 items in it were made by bob@example.com. What should happen to them?" });
  await expect.element(question.getByRole("radio", { name: /^Give back/ })).toHaveFocus();
  await expect.element(dialog.getByRole("button", { name: "Delete vault" })).toBeDisabled();
  expect(asked).toEqual([{ vaultId: HOME.id, isAll: true }]);
  await question.getByRole("radio", { name: /^Keep a copy/ }).click();
  // A copy of what is deleted with the vault would be lost: the choice is made again.
  await dialog.getByRole("radio", { name: /^Delete all items/ }).click();
  await expect.element(dialog.getByRole("button", { name: "Delete vault and" })).toBeDisabled();
  await question.getByRole("radio", { name: /^Give back/ }).click();
  await dialog.getByRole("button", { name: "Delete vault and" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const others = [{ personId: BOB.personId, decision: "give-back" }];
  expect(removeVault.mock.calls).toEqual([[{ id: HOME.id, deleteItems: true, others }]]);
});

it("asks once more where someone has made more meanwhile", async () => {
  const counts = [2, 3, 3];
  const { removeVault, dialog } = await askedAbout(() => [{ ...BOB, count: counts.shift() ?? 3 }]);
  await dialog.getByRole("radio", { name: /^Keep They are yours/ }).click();
  await dialog.getByRole("button", { name: "Delete vault" }).click();
  await expect.element(dialog.getByText("3 items in it were made by bob@example.com", { exact: false })).toBeVisible();
  expect(removeVault).not.toHaveBeenCalled();
  await dialog.getByRole("button", { name: "Delete vault" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it.each([
  ["a shared vault says that earlier versions are deleted", { ...HOME, scopeId: crypto.randomUUID() }],
  ["the user's own says nothing of them: they stay", HOME],
])("of %s", async (_, vault) => {
  const inside = { categoryId: HOME.id, revision: 2, scopeId: vault.scopeId };
  const contents = { vaults: [vault], items: [anItem("Shop", inside), anItem("Bank", inside)] };
  await renderApp(<Vaults vault={vault} />, {
    client: fakeClient({ session: ANN, vault: { contents: () => contents, pull: async () => contents } }),
  });
  await page.getByRole("button", { name: "Remove Home" }).click();
  await expect.element(page.getByRole("dialog", { name: "Delete Vault" })).toBeVisible();
  const going = page.getByText(/deletes the earlier versions/);
  if (vault === HOME) return void (await expect.element(going).not.toBeInTheDocument());
  await expect.element(going).toHaveTextContent("Deleting a shared vault deletes the earlier versions that 2 items may have.");
  // Of what is deleted itself nothing is kept.
  await page.getByRole("radio", { name: /Delete all items/ }).click();
  await expect.element(going).not.toBeInTheDocument();
});

it("of a shared vault that holds nothing of others asks nothing", async () => {
  const { removeVault, dialog } = await askedAbout(() => []);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(removeVault.mock.calls).toEqual([[{ id: HOME.id, deleteItems: false, others: [] }]]);
});
