/** The dialogs of a vault: one at a time, and the caller is told once a vault was deleted. */
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { ANN } from "../../testing/ann.ts";
import { fakeClient } from "../../testing/fake-client.ts";
import { renderApp } from "../../testing/render.tsx";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { useVaultDialogs } from "./use-vault-dialogs.tsx";

const HOME = aVault("Home");
const CONTENTS = { vaults: [HOME], items: [anItem("Shop", { categoryId: HOME.id }), anItem("Bank")] };

function Vaults({ onDeleted }: { onDeleted?: () => void }) {
  const [dialogs, dialog] = useVaultDialogs(CONTENTS, onDeleted);
  return (
    <>
      <button type="button" onClick={() => dialogs.remove(HOME)}>
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
