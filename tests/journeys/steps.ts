/** What several journeys do: fill the form of any kind as KINDS describes it, bring in a whole vault, and export it again. */
import { readFile } from "node:fs/promises";
import { type Download, expect, type Locator, type Page } from "@playwright/test";
import type { ControlName } from "../../packages/core/src/items/controls.ts";
import type { Item, Vault } from "../../packages/core/src/items/item.ts";
import { type KindName, kindOf } from "../../packages/core/src/items/kinds.ts";
import { anItem } from "../../packages/core/src/items/testing/an-item.ts";
import { writeBackup } from "../../packages/core/src/transfer/backup.ts";
import { PASSWORD } from "./world.ts";

/** What a person types into a field of each control; a control that is not here is left alone. */
const TYPED: Partial<Record<ControlName, string>> = {
  text: "Some text",
  password: "Str0ng!-and-long",
  number: "4111 1111 1111 1111",
  account: "000123456789",
  expiry: "12/31",
  body: "The text of a note",
};

/** Fills what the kind requires. @param name - the item's title. */
export async function fillForm(form: Locator, kind: KindName, name: string): Promise<void> {
  const { fields, title } = kindOf(kind);
  for (const [field, { label, control, required, options, fallback }] of Object.entries(fields)) {
    if (!required || fallback) continue;
    if (options) await choose(form, label, options[0]?.label ?? "");
    else await form.getByRole("textbox", { name: label, exact: true }).fill(field === title ? name : (TYPED[control] ?? ""));
  }
}

export async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByRole("combobox", { name: label, exact: true }).click();
  await form.page().getByRole("option", { name: option, exact: true }).click();
}

/** The toast with these words; waits until it is there. */
export const seeToast = (page: Page, sentence: string | RegExp): Promise<void> =>
  expect(page.locator("[data-toast]").filter({ hasText: sentence }).first()).toBeVisible();

/** Answers the question that is open, in the words of its button. */
export async function answer(page: Page, question: string, button: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(question);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Presses a button of an item or a vault that shows itself when the pointer comes. */
export async function pressOn(page: Page, label: string): Promise<void> {
  const button = page.getByRole("button", { name: label, exact: true, includeHidden: true });
  await page.locator("article").or(page.getByTestId("vault-card")).filter({ has: button }).hover();
  await button.click();
}

/** Chooses from the three dots of an item or a vault. */
export async function fromMenu(page: Page, name: string, entry: string): Promise<void> {
  await pressOn(page, `More actions for ${name}`);
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

export const goTo = async (page: Page, link: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();

export interface Choice {
  readonly format?: string;
  readonly filePassword?: string;
  readonly includeCards?: true;
}

/** Opens the export and fills it, all but the master password. */
export async function openExport(page: Page, { format = "CSV", filePassword, includeCards }: Choice = {}): Promise<Locator> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "Export File" }).click();
  const dialog = page.getByRole("dialog", { name: "Export File" });
  await dialog.getByRole("radio", { name: new RegExp(`^${format}`) }).check();
  if (includeCards) await dialog.getByRole("checkbox", { name: "Include cards" }).check();
  if (filePassword) {
    await dialog.getByRole("textbox", { name: "File password", exact: true }).fill(filePassword);
    await dialog.getByRole("textbox", { name: "Confirm file password" }).fill(filePassword);
  }
  return dialog;
}

export const confirmField = (dialog: Locator): Locator => dialog.getByRole("textbox", { name: "Confirm Master Password" });

export async function exportFile(page: Page, choice: Choice): Promise<{ name: string; text: string }> {
  const dialog = await openExport(page, choice);
  await confirmField(dialog).fill(PASSWORD);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  const download = await downloading;
  await seeToast(page, "Data exported successfully");
  await expect(dialog).toBeHidden();
  return { name: download.suggestedFilename(), text: await textOf(download) };
}

export const textOf = async (download: Download): Promise<string> => readFile(await download.path(), "utf8");

/** Drops a file on the first step of the wizard, wherever one was. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, "Vaults");
  await goTo(page, "Import File");
  const mimeType = name.endsWith(".json") ? "application/json" : "text/csv";
  await page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
}

/** @param count - of new items, as the button says it. */
export async function importAll(page: Page, count: string): Promise<void> {
  await page.getByRole("button", { name: `Import ${count}`, exact: true }).click();
  await seeToast(page, "All items imported successfully");
  await expect(page).toHaveURL(/\/vaults$/);
}

const at = Date.UTC(2025, 0, 5);
const { scopeId, revision, state, createdAt, updatedAt, isOwner, permission } = anItem("note");

const aVault = (id: string, name: string, color: string): Vault => ({
  ...{ id, name, color, description: `All about ${name}`, icon: "folder" },
  ...{ scopeId, revision, state, createdAt, updatedAt, isOwner, permission },
});

export const VAULTS: readonly Vault[] = [aVault("work", "Work", "#0E7490"), aVault("home", "Home", "#7C3AED")];

const login = (title: string, username: string, host: string, rest: Partial<Item> = {}, fields: Record<string, string> = {}): Item =>
  anItem(
    "password",
    { title, username, password: `Kept-Secret-${title.length}!`, website_url: `https://${host}/login`, ...fields },
    { createdAt: at, updatedAt: at, ...rest },
  );

/** A small vault as a person may have it: every kind, two vaults, tags, a code, notes that break lines. */
export const ITEMS: readonly Item[] = [
  login("Bank of the North", "ann.lee", "bank-north.example", { categoryId: "home", favourite: true }),
  login(
    "City Library",
    "4711-0815",
    "library.example",
    { categoryId: "home" },
    { password: '=1+1, "quoted"', notes: "Card in\nthe drawer" },
  ),
  login(
    "Code Forge",
    "ann@example.com",
    "forge.example",
    { categoryId: "work", favourite: true },
    { totp: "JBSWY3DPEHPK3PXP", tags: '["dev","daily"]' },
  ),
  login("Company Mail", "ann.lee@company.example", "mail.company.example", { categoryId: "work" }),
  login("Family Photos", "ann@example.com", "photos.example", {}, { password: "sunshine" }),
  login("Garden Shop", "ann@example.com", "garden.example", {}, { password: "Tulips2024" }),
  login("Holiday Rentals", "ann@example.com", "rentals.example", { categoryId: "home" }),
  login("Music Stream", "ann_lee", "music.example", { favourite: true }),
  login("Payroll", "A-20117", "payroll.company.example", { categoryId: "work" }),
  login("Router", "admin", "router.home.example", { categoryId: "home" }, { password: "changeme12" }),
  login("Train Tickets", "ann@example.com", "trains.example"),
  login("Video Calls", "ann.lee", "calls.company.example", { categoryId: "work" }),
  anItem(
    "note",
    { name: "Wi-Fi for guests", notes: 'Network "Guests",\npassword on the fridge' },
    { categoryId: "home", createdAt: at, updatedAt: at },
  ),
  anItem(
    "card",
    { name: "Everyday card", card_holder_name: "ANN LEE", card_number: "4111111111111111", expiration_date: "12/31", cvv: "123" },
    { createdAt: at, updatedAt: at },
  ),
  anItem("bank", { name: "Ann Lee", bank_name: "Northern Bank", account_number: "000123456789" }, { createdAt: at, updatedAt: at }),
  anItem(
    "personal",
    { name: "Me", title: "Ms", first_name: "Ann", last_name: "Lee", email_address: "ann@example.com" },
    { createdAt: at, updatedAt: at },
  ),
];

export const backupOf = (items: readonly Item[], vaults: readonly Vault[] = VAULTS): string => writeBackup({ items, vaults, now: at });
