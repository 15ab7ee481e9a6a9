/** What a person does in the trash: take back, delete for good, find, empty. */
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { renderVault, type VaultSetup } from "../../testing/vault-world.tsx";
import { TrashPage } from "./TrashPage.tsx";

const DAY_MS = 86_400_000;
const HOME = aVault("Home");
const [BANK, SHOP] = [anItem("Bank", { categoryId: HOME.id }), anItem("Shop", { categoryId: "a vault that is gone" })];
const daysAgo = (days: number): number => Date.now() - days * DAY_MS;
const TRASHED = [
  { item: BANK, deletedAt: daysAgo(1) },
  { item: SHOP, deletedAt: daysAgo(29) },
];

const open = (world: Parameters<typeof renderVault>[1] = {}) => renderVault(<TrashPage />, { trashed: TRASHED, vaults: [HOME], ...world });

const button = (name: string) => page.getByRole("button", { name, exact: true });
const asked = ({ asked: all }: VaultSetup) => all.map(({ verb, input }) => [verb, input]);
const answer = (label: string) => page.getByRole("alertdialog").getByRole("button", { name: label }).click();

it("says of each item how long it will still be there", async () => {
  await open();
  await expect.element(page.getByText("Deleted for good in 29 days")).toBeVisible();
  await expect.element(page.getByText("Deleted for good in 1 day", { exact: true })).toBeVisible();
});

it("takes an item back to its vault, and says where it went", async () => {
  const { held } = await open();
  await button("Restore Bank").click();
  await expect.element(page.getByText('"Bank" was restored to Home')).toBeVisible();
  await expect.element(button("Restore Bank")).not.toBeInTheDocument();
  expect(asked(held)).toEqual([["restore", { ids: [BANK.id] }]]);
});

it("takes an item whose vault is gone back to none", async () => {
  await open();
  await button("Restore Shop").click();
  await expect.element(page.getByText('"Shop" was restored to Unassigned')).toBeVisible();
});

it("deletes for good only after a question", async () => {
  const { held } = await open();
  await button("Delete Bank forever").click();
  await expect.element(page.getByRole("alertdialog")).toHaveTextContent('"Bank" will be deleted for good. This cannot be undone.');
  await answer("Cancel");
  expect(asked(held)).toEqual([]);
  await button("Delete Bank forever").click();
  await answer("Delete forever");
  await expect.element(page.getByText('"Bank" was deleted for good')).toBeVisible();
  expect(asked(held)).toEqual([["purge", { ids: [BANK.id] }]]);
});

it("takes back everything that is selected by a press on its line", async () => {
  const { held } = await open();
  await button("Bank").click();
  await button("Shop").click({ modifiers: ["Shift"] });
  await page.getByRole("region", { name: "Selected items" }).getByRole("button", { name: "Restore" }).click();
  await expect.element(page.getByText(/^2 items were restored/)).toBeVisible();
  expect(asked(held)).toEqual([["restore", { ids: [BANK.id, SHOP.id] }]]);
});

it("asks about everything that is selected when Delete is pressed", async () => {
  const { held } = await open();
  await button("Shop").click();
  await userEvent.keyboard("{Delete}");
  await answer("Delete forever");
  await expect.poll(() => asked(held)).toEqual([["purge", { ids: [SHOP.id] }]]);
});

it("is emptied at once, and says then that it is empty", async () => {
  const { held } = await open();
  await button("Empty trash").click();
  await expect.element(page.getByRole("alertdialog", { name: "Delete 2 items forever" })).toBeVisible();
  await answer("Delete forever");
  await expect.element(page.getByText("The trash is empty")).toBeVisible();
  expect(asked(held)).toEqual([["purge", { ids: [BANK.id, SHOP.id] }]]);
});

it("finds what is typed, and says when nothing is", async () => {
  await open();
  await page.getByLabelText("Search").fill("ban");
  await expect.element(button("Restore Shop")).not.toBeInTheDocument();
  await expect.element(button("Restore Bank")).toBeVisible();
  await page.getByLabelText("Search").fill("zzzz");
  await expect.element(page.getByText('No item matches "zzzz".')).toBeVisible();
  await button("Clear search").click();
  await expect.element(button("Restore Shop")).toBeVisible();
});

it("says that an item could not be taken back, and keeps it", async () => {
  await open({ verbs: { restore: () => Promise.reject(new TypeError("Failed to fetch")) } });
  await button("Restore Bank").click();
  await expect.element(page.getByText('Could not restore "Bank"')).toBeVisible();
  await expect.element(button("Restore Bank")).toBeVisible();
});

it("says why it could not be loaded, and tries again", async () => {
  let isReachable = false;
  const trash = async () => {
    if (!isReachable) throw new TypeError("Failed to fetch");
    return TRASHED;
  };
  await open({ verbs: { trash } });
  await expect.element(page.getByText(/^Error loading the trash:/)).toBeVisible();
  isReachable = true;
  await button("Try again").click();
  await expect.element(button("Restore Bank")).toBeVisible();
});
