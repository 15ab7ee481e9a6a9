/** An own shared vault whose state on the server is refused: it says why, and one press puts the owner's state back. */
import type { Client } from "@coffer/client";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { PartOf } from "../../testing/fake-client.ts";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { seeToast } from "../../testing/toasts.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { ItemTrouble } from "../item/SharedTrouble.tsx";
import { VaultContents } from "./VaultContents.tsx";

const HOME = aVault("Home", { scopeId: crypto.randomUUID() });

const draw = (verbs: PartOf<Client["sharing"]>, vault = HOME) => {
  const items = [anItem("Shop", { categoryId: vault.id, scopeId: vault.scopeId })];
  const contents = { items, vaults: [vault] };
  const sharing = { itemsByOthers: async () => [], ...verbs };
  return renderVault(<VaultContents contents={contents} vault={vault} />, { items, vaults: [vault], features: { sharing } });
};
const note = page.getByRole("region", { name: "This vault was changed against your will" });
const press = page.getByRole("button", { name: "Put my vault back", exact: true });

it("says who changed what, and puts the owner's state back with one press", async () => {
  let trouble: "overstepped" | null = "overstepped";
  const asked: unknown[] = [];
  const restoreVault = async (input: unknown) => {
    asked.push(input);
    trouble = null;
    return "This ended access for dan@example.com. Share again what they should have.";
  };
  await draw({ vaultTrouble: async () => trouble, restoreVault });
  await expect.element(note).toHaveTextContent("Someone who may write in this vault changed what only you may change");
  await expect.element(note).toHaveTextContent("What others saved in it since then is lost.");
  await press.click();
  await seeToast("Home is as you had it");
  await seeToast("This ended access for dan@example.com. Share again what they should have.");
  await expect.element(note).not.toBeInTheDocument();
  expect(asked).toEqual([{ vaultId: HOME.id }]);
});

it("says it otherwise where no person did it, and that putting it back failed", async () => {
  await draw({ vaultTrouble: async () => "other", restoreVault: () => Promise.reject(new Error("lost")) });
  await expect.element(note).toHaveTextContent("The server shows a state of this vault that does not continue what you have seen.");
  await press.click();
  await seeToast("Failed to put Home back");
  await expect.element(press).toBeEnabled();
});

it("says that the server went back with the vault, and what a press keeps", async () => {
  await draw({ vaultTrouble: async () => "other-key", restoreVault: async () => null });
  const back = page.getByRole("region", { name: "The server went back with this vault" });
  await expect.element(back).toHaveTextContent("does not continue what this device has seen");
  await expect.element(back).toHaveTextContent("You see it as this device has it");
  await expect.element(back).toHaveTextContent("what was changed on both sides is kept twice");
  await expect.element(press).toBeEnabled();
});

it("says that the server no longer has the vault, and that it is the owner's alone after a press", async () => {
  await draw({ vaultTrouble: async () => "gone", restoreVault: async () => null });
  const gone = page.getByRole("region", { name: "The server no longer has this vault" });
  await expect.element(gone).toHaveTextContent("as after a backup from before was restored");
  await expect.element(gone).toHaveTextContent("the vault is your own again, and no one else has access until you share it again.");
  await expect.element(press).toBeEnabled();
});

it("is not there while the vault is trusted, nor in another person's", async () => {
  await draw({ vaultTrouble: async () => null });
  await expect.element(page.getByRole("heading", { name: "Home" })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  await draw({ vaultTrouble: async () => "overstepped" }, { ...HOME, name: "Of Bob", isOwner: false, sharedBy: "bob@example.com" });
  await expect.element(page.getByRole("heading", { name: "Of Bob" })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

it("says the same of an item that is shared on its own, and not once more of one that is in such a vault", async () => {
  const asked: unknown[] = [];
  const restoreVault = async (of: unknown) => {
    asked.push(of);
    return null;
  };
  const features = { sharing: { vaultTrouble: async () => "other-key" as const, restoreVault } };
  const [alone, inside] = [
    anItem("Gate", { scopeId: crypto.randomUUID(), categoryId: HOME.id }),
    anItem("Roof", { scopeId: HOME.scopeId }),
  ];
  await renderVault(
    <>
      <ItemTrouble item={alone} vault={HOME} />
      <ItemTrouble item={inside} vault={HOME} />
    </>,
    { items: [alone, inside], vaults: [HOME], features },
  );
  await expect.element(page.getByRole("region", { name: "The server went back with this item" })).toBeVisible();
  await page.getByRole("button", { name: "Put my item back" }).click();
  await seeToast("Gate is as you had it");
  expect(asked).toEqual([{ vaultId: alone.id }]);
});
