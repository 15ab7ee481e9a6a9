/** What a person does with vaults: look into one, put items there, delete it with or without its items. */
import type { Contents } from "@coffer/client";
import { kindOf } from "@coffer/core/items/kinds";
import { Route, Routes } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { renderVault, type VaultSetup } from "../../testing/vault-world.tsx";
import { AddExistingDialog } from "../vaults/AddExistingDialog.tsx";
import { DeleteVaultDialog } from "../vaults/DeleteVaultDialog.tsx";
import { VaultsPage } from "./VaultsPage.tsx";

const HOME = aVault("Home", { description: "All about home" });
const WORK = aVault("Work");
const [BANK, SHOP, CARD, FREE] = [
  anItem("Bank", { categoryId: HOME.id }),
  anItem("Shop", { categoryId: HOME.id }),
  anItem("Everyday card", { kind: "card", categoryId: HOME.id, fields: { name: "Everyday card", card_number: "4111" } }),
  anItem("Free", { categoryId: null }),
];

const open = (world: Parameters<typeof renderVault>[1] = {}) =>
  renderVault(
    <Routes>
      <Route path="/vaults/:vaultId?/:list?" element={<VaultsPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { items: [BANK, SHOP, CARD, FREE], vaults: [HOME, WORK], at: "/vaults", ...world },
  );

const link = (name: string) => page.getByRole("link", { name, exact: true });
const asked = ({ asked: all }: VaultSetup) => all.map(({ verb, input }) => [verb, input]);

async function fromMenu(vault: string, entry: string) {
  await link(vault).hover();
  await page.getByRole("button", { name: `More actions for vault ${vault}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

describe("what cannot be loaded", () => {
  const verbs = { contents: () => null, local: async () => null, pull: () => Promise.reject(new TypeError("Failed to fetch")) };

  it.each([
    ["/vaults", "Failed to fetch vaults"],
    [`/vaults/${HOME.id}`, "Failed to load category items"],
  ])("at %s is said in the words of its place (V322)", async (at, message) => {
    await open({ at, verbs });
    await expect.element(page.getByText(`Error loading vaults: ${message}`)).toBeVisible();
  });
});

describe("all vaults", () => {
  it("are shown with their counts, items in no vault first", async () => {
    await open();
    const cards = page.getByRole("listitem");
    await expect.element(cards.nth(0)).toHaveTextContent("UnassignedItems that are not in a vault1 item");
    await expect.element(cards.nth(1)).toHaveTextContent("HomeAll about home3 items");
    await expect.element(cards.nth(2)).toHaveTextContent("WorkNo description0 items");
  });

  /** What this device shows at once, and what it opens after that. */
  const begin = async (shares: number, at = "/vaults") => {
    let shown: Contents = { items: [BANK], vaults: [WORK] };
    const { promise, resolve } = Promise.withResolvers<void>();
    const local = async () => {
      await promise;
      shown = { ...shown, vaults: [HOME, WORK] };
      return shown;
    };
    const verbs = { contents: () => shown, local, pull: async () => shown };
    await open({ verbs, features: { sharing: { missingShares: async () => shares } }, at });
    return resolve;
  };

  it("wait for what is shared, which would come among them a moment later", async () => {
    const come = await begin(2);
    await expect.element(page.getByRole("status", { name: "Loading vaults" })).toBeInTheDocument();
    expect(link("Work").elements()).toEqual([]);
    come();
    for (const name of ["Home", "Work"]) await expect.element(link(name)).toBeVisible();
  });

  it.each([
    ["its page", `/vaults/${HOME.id}`],
    ["an item of it", `/vaults/${HOME.id}/everything?item=${BANK.id}`],
  ])("do not take the place of a shared one that was open before a reload or a lock: %s", async (_, at) => {
    const come = await begin(2, at);
    await expect.element(page.getByRole("status", { name: "Loading vaults" })).toBeInTheDocument();
    come();
    await expect.element(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveTextContent("Home");
    await expect.element(page.getByTestId("address")).toHaveTextContent(at);
  });

  it("take the place of one that is not there any more", async () => {
    await begin(0, `/vaults/${HOME.id}`);
    await expect.element(link("Work")).toBeVisible();
    await expect.element(page.getByTestId("address")).toHaveTextContent(/^\/vaults$/);
  });

  it("are there at once where nothing is shared", async () => {
    await begin(0);
    await expect.element(link("Work")).toBeVisible();
  });

  it("lead into one, to a tile for every type it holds and the list of everything", async () => {
    await open();
    await link("Home").click();
    await expect.element(link("Passwords")).toBeVisible();
    await expect.element(link("Notes")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Everyday card", exact: true })).toBeVisible();
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Vaults" }).click();
    await expect.element(link("Work")).toBeVisible();
  });

  it("are found by their names and by their items", async () => {
    await open();
    await page.getByLabelText("Search").fill("bank");
    await expect.element(page.getByText("1 of 3 items match")).toBeVisible();
    await expect.element(link("Work")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Bank", exact: true })).toBeVisible();
    await page.getByLabelText("Search").fill("zzzz");
    await expect.element(page.getByText("No vaults or items match your search.")).toBeVisible();
  });

  it("say so when there is none", async () => {
    await open({ items: [], vaults: [] });
    await expect.element(page.getByText("No vaults found")).toBeVisible();
    await page.getByRole("button", { name: "Create New Vault" }).first().click();
    await expect.element(page.getByRole("dialog", { name: "Create New Vault" })).toBeVisible();
  });

  it("offer nothing on a vault one may only read (decision V-08)", async () => {
    await open({ vaults: [aVault("Theirs", { isOwner: false, permission: "read" })] });
    await expect.element(link("Theirs")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /More actions for vault/ })).not.toBeInTheDocument();
  });

  it("that are gone lead back to all", async () => {
    await open({ at: "/vaults/00000000-0000-4000-8000-000000000000" });
    await expect.element(page.getByTestId("address")).toHaveTextContent("/vaults");
  });
});

describe("deleting a vault", () => {
  const remove = page.getByRole("button", { name: /^Delete vault/ });

  it("keeps its items without a vault, unless the person says otherwise", async () => {
    const { held } = await open();
    await fromMenu("Home", "Delete");
    await expect.element(page.getByText('"Home" holds 3 items. What should happen to them?')).toBeVisible();
    await expect.element(page.getByRole("radio", { name: /^Move items to Unassigned/ })).toBeChecked();
    await remove.click();
    await expect.element(page.getByText("Vault deleted and items moved to unassigned")).toBeVisible();
    await expect.element(link("Home")).not.toBeInTheDocument();
    expect(asked(held)).toEqual([["removeVault", { id: HOME.id, deleteItems: false, others: [] }]]);
  });

  it("takes its items with it when that was chosen, and the button says how many", async () => {
    const { held } = await open();
    await fromMenu("Home", "Delete");
    await page.getByRole("radio", { name: /^Delete all items/ }).click();
    await page.getByRole("button", { name: "Delete vault and 3 items" }).click();
    await expect.element(page.getByText("Vault and all contained items have been deleted")).toBeVisible();
    expect(asked(held)).toEqual([["removeVault", { id: HOME.id, deleteItems: true, others: [] }]]);
  });

  it("asks nothing of an empty one", async () => {
    await open();
    await fromMenu("Work", "Delete");
    await expect.element(page.getByText('"Work" holds no items. Deleting it changes nothing else.')).toBeVisible();
    await expect.element(page.getByRole("radio")).not.toBeInTheDocument();
  });

  it("begins with the focus on Cancel, and closing it asks no further question", async () => {
    const onClose = vi.fn();
    const { held } = await renderVault(<DeleteVaultDialog vault={HOME} items={3} onClose={onClose} />);
    await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await page.getByRole("radio", { name: /^Delete all items/ }).click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(asked(held)).toEqual([]);
  });

  it("is done once however often it is pressed, and says when it failed", async () => {
    const removeVault = vi.fn(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      throw new TypeError("Failed to fetch");
    });
    await open({ verbs: { removeVault } });
    await fromMenu("Home", "Delete");
    const button = (await remove.findElement()) as HTMLButtonElement;
    button.click();
    button.click();
    await expect.element(page.getByText("Failed to delete vault")).toBeVisible();
    await expect.element(remove).toBeEnabled();
    expect(removeVault).toHaveBeenCalledTimes(1);
  });
});

describe("adding an item that exists", () => {
  it("offers items in no vault, of the chosen type, and puts them there", async () => {
    const { held } = await open();
    await fromMenu("Work", "Add existing item");
    await expect.element(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
    await expect.element(page.getByRole("checkbox", { name: "Bank" })).not.toBeInTheDocument();
    await page.getByRole("checkbox", { name: "Free" }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.element(page.getByText("Item added to vault")).toBeVisible();
    expect(asked(held)).toEqual([["place", { ids: [FREE.id], categoryId: WORK.id }]]);
  });

  it("begins with the focus on the type, and no list is open over the buttons (V-10)", async () => {
    await renderVault(<AddExistingDialog vault={WORK} items={[FREE]} onClose={vi.fn()} />);
    await expect.element(page.getByRole("combobox", { name: "Type" })).toHaveFocus();
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  });

  it("keeps the choice when the server fails, and no list opens over the buttons (V339)", async () => {
    // Not at once: a button that rests loses the focus.
    const refuse = (_: unknown, reject: (cause: Error) => void) => void setTimeout(() => reject(new TypeError("Failed to fetch")), 100);
    const verbs = { place: () => new Promise<void>(refuse) };
    await renderVault(<AddExistingDialog vault={WORK} items={[FREE]} onClose={vi.fn()} />, { verbs });
    const item = page.getByRole("checkbox", { name: "Free", exact: true });
    await item.click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.element(page.getByText("Failed to add item to vault")).toBeVisible();
    await expect.element(item).toBeChecked();
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  });

  it("asks nothing where only the type was changed: nothing is lost", async () => {
    const onClose = vi.fn();
    await renderVault(<AddExistingDialog vault={WORK} items={[FREE]} onClose={onClose} />);
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: kindOf("card").words.tile }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  });

  it("says when every one of the type is in a vault already", async () => {
    await open();
    await fromMenu("Work", "Add existing item");
    await page.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: kindOf("card").words.tile }).click();
    await expect.element(page.getByText("Every card is in a vault already.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  });

  it("finds among many, and adds all that are ticked at once", async () => {
    const many = Array.from({ length: 120 }, (_, index) => anItem(`Shop ${index + 1}`));
    const { held } = await renderVault(<AddExistingDialog vault={WORK} items={many} onClose={vi.fn()} />, { items: many });
    await expect.element(page.getByText("The first 100 of 120. Type to find the others.")).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Search items" });
    for (const name of ["Shop 119", "Shop 7"]) {
      await search.fill(name);
      await page.getByRole("checkbox", { name, exact: true }).click();
    }
    await expect.element(page.getByText("2 chosen.")).toBeVisible();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.element(page.getByText("2 items added to vault")).toBeVisible();
    expect(asked(held)).toEqual([["place", { ids: [many[118]?.id, many[6]?.id], categoryId: WORK.id }]]);
  });
});

describe("a vault of someone else", () => {
  const THEIRS = aVault("Theirs", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });

  it("takes the user's own items, and offers nothing that is refused (V158)", async () => {
    await open({ vaults: [THEIRS] });
    await link("Theirs").hover();
    await page.getByRole("button", { name: "More actions for vault Theirs" }).click();
    await expect.element(page.getByRole("menuitem")).toHaveTextContent("Add existing item");
    await page.getByRole("menuitem").click();
    await expect.element(page.getByRole("dialog", { name: "Add Existing Item" })).toBeVisible();
  });

  it("says inside whose it is, before what it is for (V153)", async () => {
    await open({ vaults: [{ ...THEIRS, description: "All of the house" }], at: `/vaults/${THEIRS.id}` });
    await expect.element(page.getByText("by bob@example.com · All of the house", { exact: true })).toBeVisible();
  });

  it("that is empty takes new items of who may write, and existing ones", async () => {
    await open({ vaults: [THEIRS], at: `/vaults/${THEIRS.id}` });
    await expect.element(page.getByText("Add a new item with the button below, or put existing ones here.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Add existing item" })).toBeVisible();
    await expect.element(page.getByTestId("floating-add")).toBeVisible();
  });

  it("that is empty and only read says why there is nothing", async () => {
    const read = { ...THEIRS, permission: "read" as const };
    await open({ vaults: [read], at: `/vaults/${read.id}` });
    await expect.element(page.getByText("Its owner has put nothing here yet.")).toBeVisible();
    await expect.element(page.getByTestId("floating-add")).not.toBeInTheDocument();
  });
});
