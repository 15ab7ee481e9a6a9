/** The vault as a person lives in it: every kind on its own page and from the header, vaults, favourites, and what must not get lost. */
import { expect, type Page, test } from "@playwright/test";
import { KIND_NAMES, kindOf } from "../../packages/core/src/items/kinds.ts";
import {
  answer,
  backupOf,
  choose,
  confirmField,
  dropFile,
  fillForm,
  fromMenu,
  goTo,
  ITEMS,
  importAll,
  openExport,
  pressOn,
  seeToast,
  VAULTS,
} from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, typeDraft, useProduct } from "./world.ts";

const product = useProduct();

test.describe.configure({ mode: "serial" });
test.use({ actionTimeout: 15_000 });

const EMAIL = "ann@example.com";
const UNSAVED = "You have unsaved changes. Are you sure you want to close?";
let page: Page;

test.beforeAll(async ({ browser }) => {
  page = await newProfile(browser);
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
});

const open = (name: string) => page.getByRole("button", { name, exact: true });

for (const kind of KIND_NAMES) {
  const { words, page: path } = kindOf(kind);
  test(`${words.tab}: empty, created, refused while incomplete, asked about, edited, deleted (V328-V336)`, async () => {
    await page.goto(`${product.origin}${path}`);
    await expect(page.getByRole("heading", { name: words.tab, level: 1 })).toBeVisible();
    await expect(page.getByText(words.empty, { exact: true })).toBeVisible();

    await page.getByTestId("floating-add").click();
    const form = page.getByRole("dialog", { name: words.create });
    await form.getByRole("button", { name: words.save, exact: true }).click();
    await expect(form.getByText("Please fill in all required fields")).toBeVisible();
    await fillForm(form, kind, "First name of it");
    await form.getByRole("button", { name: "Cancel" }).click();
    await answer(page, UNSAVED, "Keep editing");
    await page.keyboard.press("Escape");
    await answer(page, UNSAVED, "Keep editing");
    await form.getByRole("button", { name: words.save, exact: true }).click();
    await seeToast(page, words.created);
    await expect(form).toBeHidden();
    await expect(open("First name of it")).toBeVisible();

    await fromMenu(page, "First name of it", "Edit");
    const editor = page.getByRole("dialog");
    await editor
      .getByRole("textbox", { name: kindOf(kind).fields[kindOf(kind).title]?.label ?? "", exact: true })
      .fill("Second name of it");
    await editor.getByRole("button", { name: /^(Update |Save Changes)/ }).click();
    await seeToast(page, words.updated);
    await expect(open("Second name of it")).toBeVisible();

    await open("Second name of it").click();
    const detail = page.getByRole("dialog", { name: "Second name of it" });
    await detail.getByRole("button", { name: "Delete" }).click();
    await answer(page, words.confirmDelete, "Cancel");
    await detail.getByRole("button", { name: "Delete" }).click();
    await answer(page, words.confirmDelete, "Delete");
    await expect(detail).toBeHidden();
    await expect(page.getByText(words.empty, { exact: true })).toBeVisible();
  });

  test(`${words.tile} from the header says "${words.added}" (V012, V018-V022)`, async () => {
    await page.getByRole("banner").getByRole("button", { name: "Add item" }).click();
    await page.getByRole("menuitem", { name: words.tile, exact: true }).click();
    const form = page.getByRole("dialog", { name: words.create });
    await fillForm(form, kind, `A ${words.one}`);
    await form.getByRole("button", { name: words.save, exact: true }).click();
    await seeToast(page, words.added);
    await expect(form).toBeHidden();
  });
}

test("the floating button of All Items offers four tiles, none for notes (V013-V017, V031)", async () => {
  await goTo(page, "All Items");
  await page.getByTestId("floating-add").click();
  const picker = page.getByRole("dialog", { name: "Add item" });
  const tiles = (["password", "card", "bank", "personal"] as const).map((kind) => kindOf(kind).words.tile);
  await expect(picker.getByTestId("kind-tile")).toHaveText(tiles);
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
});

test("a vault is made, renamed, filled with an item that exists, and deleted with its items kept (V338, V340, V341, V343)", async () => {
  await goTo(page, "Vaults");
  await page.getByTestId("floating-add").click();
  const made = page.getByRole("dialog", { name: "Create New Vault" });
  await made.getByRole("button", { name: "Create Vault" }).click();
  await expect(made.getByText("Vault name is required")).toBeVisible();
  await made.getByRole("textbox", { name: "Name" }).fill("Errands");
  await made.getByRole("button", { name: "Create Vault" }).click();
  await seeToast(page, "Vault created successfully");

  await fromMenu(page, "vault Errands", "Edit");
  const edited = page.getByRole("dialog", { name: "Edit Vault" });
  await edited.getByRole("textbox", { name: "Name" }).fill("Journeys");
  await edited.getByRole("button", { name: "Save Changes" }).click();
  await seeToast(page, "Vault updated successfully");

  for (const kind of ["password", "card"] as const) {
    await fromMenu(page, "vault Journeys", "Add existing item");
    const adding = page.getByRole("dialog", { name: "Add Existing Item" });
    await choose(adding, "Type", kindOf(kind).words.tile);
    await adding.getByRole("checkbox", { name: `A ${kindOf(kind).words.one}`, exact: true }).check();
    await adding.getByRole("button", { name: "Add", exact: true }).click();
    await seeToast(page, "Item added to vault");
    await expect(adding).toBeHidden();
  }
  await page.goto(`${product.origin}${kindOf("note").page}`);
  await open("A note").dragTo(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Journeys", exact: true }));
  await expect(page.getByText('"A note" was moved to Journeys')).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await seeToast(page, '"A note" was moved back');
  await goTo(page, "Vaults");
  await page.getByRole("main").getByRole("link", { name: "Journeys", exact: true }).click();
  await expect(page.getByRole("link", { name: "Passwords", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cards", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Notes", exact: true })).toBeHidden();

  await goTo(page, "Vaults");
  await fromMenu(page, "vault Journeys", "Delete");
  const removal = page.getByRole("dialog", { name: "Delete Vault" });
  await expect(removal).toContainText('"Journeys" holds 2 items.');
  await removal.getByRole("button", { name: "Delete vault", exact: true }).click();
  await seeToast(page, "Vault deleted and items moved to unassigned");
  await page.getByRole("link", { name: "Unassigned", exact: true }).click();
  await expect(page.getByRole("link", { name: "Passwords", exact: true })).toBeVisible();
});

test("a vault made while an item is written takes the item, and is deleted with it (V342)", async () => {
  await goTo(page, "All Items");
  await page.getByTestId("floating-add").click();
  await page.getByRole("dialog", { name: "Add item" }).getByText("Password", { exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add New Password" });
  await fillForm(form, "password", "Lives and dies with it");
  await choose(form, "Vault", "Create new Vault");
  await expect(form.getByRole("button", { name: "Create", exact: true })).toBeDisabled();
  await form.getByRole("textbox", { name: "New vault name" }).fill("Short-lived");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form.getByRole("combobox", { name: "Vault" })).toHaveValue("Short-lived");
  await form.getByRole("button", { name: "Save Password" }).click();
  await seeToast(page, "Password added successfully");

  await goTo(page, "Vaults");
  await fromMenu(page, "vault Short-lived", "Delete");
  const removal = page.getByRole("dialog", { name: "Delete Vault" });
  await removal.getByText("Delete all items").click();
  await removal.getByRole("button", { name: /^Delete vault and/ }).click();
  await seeToast(page, "Vault and all contained items have been deleted");
  await goTo(page, "All Items");
  await expect(open("A password")).toBeVisible();
  await expect(open("Lives and dies with it")).toBeHidden();
});

test("what was typed and not saved is offered again after a reload", async () => {
  await page.goto(`${product.origin}/notes`);
  await page.getByTestId("floating-add").click();
  const form = page.getByRole("dialog", { name: "Create New Note" });
  await typeDraft(page, () => form.getByRole("textbox", { name: "Notes", exact: true }).fill("half a thought"));
  await page.reload();
  await page.getByTestId("floating-add").click();
  await form.getByRole("button", { name: "Restore it" }).click();
  await expect(form.getByRole("textbox", { name: "Notes", exact: true })).toHaveValue("half a thought");
  await form.getByRole("button", { name: "Cancel" }).click();
  await answer(page, UNSAVED, "Close without saving");
  await expect(form).toBeHidden();
});

test("favourites are marked with a star and counted on their page (V032, V033)", async () => {
  for (const kind of ["card", "bank"] as const) {
    await page.goto(`${product.origin}${kindOf(kind).page}`);
    const name = `A ${kindOf(kind).words.one}`;
    await pressOn(page, `Add ${name} to favorites`);
    await expect(page.getByRole("button", { name: `Remove ${name} from favorites` })).toBeVisible();
  }
  await goTo(page, "Favorites");
  for (const [kind, count] of [
    ["password", "0"],
    ["card", "1"],
    ["bank", "1"],
    ["personal", "0"],
  ] as const) {
    await expect(page.getByRole("tab", { name: new RegExp(`^${kindOf(kind).words.tab}`) })).toContainText(count);
  }
  await page.getByRole("tab", { name: /^Cards/ }).click();
  await pressOn(page, "Remove A card from favorites");
  await expect(page.getByRole("tab", { name: /^Cards/ })).toContainText("0");
});

test("an item that does not open says so in its place, harms no other, and is not exported in silence", async ({ browser }) => {
  await dropFile(page, "backup.json", backupOf(ITEMS, VAULTS));
  await importAll(page, `${ITEMS.length} new items`);
  const device = await newProfile(browser);
  await device.route("**/api/vault/all-items-data*", async (route) => {
    const response = await route.fetch();
    const snapshot: { data: { passwords: Record<string, unknown>[] } } = await response.json();
    const [one, two] = snapshot.data.passwords.filter(({ deleted_at }) => deleted_at === null);
    if (one && two) one.encrypted_username = two.encrypted_username;
    await route.fulfill({ response, json: snapshot });
  });
  await signIn(device, product.origin, EMAIL);
  await expect(device.getByText("(Decryption failed)")).toHaveCount(1);
  await expect(device.getByRole("button", { name: "Family Photos", exact: true })).toBeVisible();

  const dialog = await openExport(device);
  await expect(dialog).toContainText("1 item cannot be read and will not be in the file.");
  await confirmField(dialog).fill(PASSWORD);
  const downloading = device.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await downloading;
  await expect(device.getByRole("alertdialog")).toContainText("1 item could not be read and is not in the file.");
});
