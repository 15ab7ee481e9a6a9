/** The vault a new item is put into: chosen, found by name, or made on the spot. */
import { kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aVault } from "../../testing/sample-items.ts";
import { answering, CONTENTS, existing, fillLogin, HOME, item, open } from "./testing/item-form.tsx";

describe("a new item", () => {
  it("goes to the vault and with the star that were chosen", async () => {
    const { asked, ask, arrive } = answering(() => item());
    const { field, save } = await open({ vault: { create: ask } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Home" }).click();
    await page.getByRole("checkbox", { name: "Add to favorites" }).click();
    await save.click();
    arrive();
    await expect.poll(() => asked[0]?.draft).toMatchObject({ categoryId: HOME.id, favourite: true });
  });

  it("goes to a vault that is made on the spot, by Enter in its name, which does not save the item", async () => {
    const createVault = vi.fn(async ({ name }: { name: string }) => ({ ...HOME, id: "made", name }));
    const create = vi.fn(async () => item());
    const { field, save } = await open({ vault: { create, createVault } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Create new Vault" }).click();
    await expect.element(field("New vault name")).toHaveFocus();
    await userEvent.keyboard("Work{Enter}");
    await expect.element(page.getByRole("combobox", { name: "Vault" })).toBeVisible();
    expect(createVault.mock.calls).toMatchObject([[{ name: "Work" }]]);
    expect(create).not.toHaveBeenCalled();
    await save.click();
    await expect.poll(() => create.mock.calls).toMatchObject([[{ draft: { categoryId: "made" } }]]);
  });

  it("is not put into someone else's vault by mistake: the list says whose each is", async () => {
    const theirs = aVault("Home", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });
    const contents = { ...CONTENTS, vaults: [...CONTENTS.vaults, theirs] };
    const { asked, ask, arrive } = answering(() => item());
    const { field, save } = await open({ vault: { create: ask, contents: () => contents, pull: async () => contents } });
    await fillLogin(field);
    await page.getByRole("combobox", { name: "Vault" }).click();
    await expect.element(page.getByRole("option", { name: "Home", exact: true })).toBeVisible();
    await page.getByRole("option", { name: "Home · by bob@example.com", exact: true }).click();
    await save.click();
    arrive();
    await expect.poll(() => asked[0]?.draft.categoryId).toBe(theirs.id);
  });

  it("finds the vault by what is typed of its name (V-10)", async () => {
    await open();
    const vault = page.getByRole("combobox", { name: "Vault" });
    await vault.fill("hom");
    await expect.element(page.getByRole("option", { name: "Home" })).toBeVisible();
    await expect.element(page.getByRole("option", { name: "Select Vault" })).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Home" }).click();
    await expect.element(vault).toHaveValue("Home");
  });

  it("makes the new vault once however often it is pressed (V-1)", async () => {
    const createVault = vi.fn(async () => HOME);
    const { field } = await open({ vault: { createVault } });
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name: "Create new Vault" }).click();
    await field("New vault name").fill("Work");
    const create = (await page.getByRole("button", { name: "Create", exact: true }).findElement()) as HTMLButtonElement;
    create.click();
    create.click();
    await expect.element(page.getByRole("combobox", { name: "Vault" })).toHaveValue("Home");
    expect(createVault).toHaveBeenCalledTimes(1);
  });
});

it("offers no favourite in someone else's vault: only the owner may mark (V-10)", async () => {
  const theirs = aVault("Theirs", { isOwner: false, permission: "write", sharedBy: "bob@example.com" });
  const contents = { items: [], vaults: [HOME, theirs] };
  await open({ vault: { contents: () => contents, pull: async () => contents } });
  const favourite = page.getByRole("checkbox", { name: kindOf("password").words.favourite });
  await expect.element(favourite).toBeVisible();
  await page.getByRole("combobox", { name: "Vault" }).click();
  await page.getByRole("option", { name: "Theirs" }).click();
  await expect.element(favourite).not.toBeInTheDocument();
});

it("says of an item that has earlier versions, once a vault under another key is chosen, that they stay behind", async () => {
  const lent = aVault("Lent", { scopeId: crypto.randomUUID() });
  const contents = { ...CONTENTS, vaults: [...CONTENTS.vaults, lent] };
  const { target, vault } = existing(item({}, { revision: 4 }));
  const versions = async () => ({ asked: 1, older: 0, earlier: [], resealing: [] }) as never;
  await open({ ...(target && { target }), vault: { ...vault, contents: () => contents, pull: async () => contents, versions } });
  const going = page.getByText(/deletes the earlier versions/);
  const choose = async (name: string) => {
    await page.getByRole("combobox", { name: "Vault" }).click();
    await page.getByRole("option", { name }).click();
  };
  await choose("Home");
  await expect.element(going).not.toBeInTheDocument();
  await choose("Lent");
  await expect.element(going).toHaveTextContent('Moving deletes the earlier versions of "GitHub". Only what it holds now is kept.');
});
