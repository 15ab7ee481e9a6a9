/** A kind is a row of KINDS, a tile and a sign: in a world with a sixth one every screen of the vault finds it, and no other file names it (H6). */
import * as kinds from "@coffer/core/items/kinds";
import { addSixthKind, PASSPORT, SIXTH } from "@coffer/core/items/testing/sixth-kind";
import { beforeAll, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";

const { words } = PASSPORT;
const HOME = aVault("Home");
const FIELDS = { name: "Ann's passport", country: "Utopia", status: "lost", passport_number: "X0001234" };
const PASS = anItem("", { kind: SIXTH, fields: { ...FIELDS, title: "" } });

/** Whatever reads the table is loaded only once the sixth row is in it; this file has its modules for itself (vitest.config.ts). */
async function openWorld() {
  addSixthKind(kinds);
  const { TILES } = await import("../tiles/tiles.ts");
  Object.assign(TILES, { [SIXTH]: { ...TILES.note, copies: ["passport_number"], keys: { copySecret: "passport_number" } } });
  const { KIND_ICONS } = await import("../item/kind-icons.tsx");
  Object.assign(KIND_ICONS, { [SIXTH]: KIND_ICONS.note });
  return {
    ...(await import("../../testing/vault-world.tsx")),
    ...(await import("./AllItemsPage.tsx")),
    ...(await import("./KindPage.tsx")),
    ...(await import("../vaults/AddExistingDialog.tsx")),
    ...(await import("../../frame/keyboard/shortcuts.ts")),
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});

it("is a tab of all items, with its count, and its list", async () => {
  await world.renderVault(<world.AllItemsPage />, { items: [PASS], at: `/all-items?tab=${PASSPORT.list}` });
  await expect.element(page.getByRole("tab", { name: new RegExp(`^${words.tab} ?1$`) })).toHaveAttribute("aria-selected", "true");
  await expect.element(page.getByRole("button", { name: FIELDS.name, exact: true })).toBeVisible();
});

it("is a tile of the picker, and has its form: its fields, checks and words", async () => {
  const create = vi.fn(async () => PASS);
  await world.renderVault(<world.AllItemsPage />, { items: [], at: "/all-items", verbs: { create } });
  await page.getByRole("button", { name: "New item" }).click();
  await page.getByRole("button", { name: words.tile, exact: true }).click();
  const form = page.getByRole("dialog", { name: words.create });
  await form.getByRole("button", { name: words.save }).click();
  await expect.element(form.getByText("Country is required")).toBeVisible();
  await form.getByRole("textbox", { name: "Name" }).fill(FIELDS.name);
  await form.getByRole("textbox", { name: "Country" }).fill(FIELDS.country);
  await form.getByRole("textbox", { name: "Passport Number" }).fill(FIELDS.passport_number);
  await expect.element(form.getByRole("combobox", { name: "Status" })).toHaveValue("Valid");
  await form.getByRole("button", { name: words.save }).click();
  await expect.element(page.getByText(words.added)).toBeVisible();
  expect(create.mock.calls).toMatchObject([[{ draft: { kind: SIXTH, fields: { country: "Utopia", status: "valid" } } }]]);
});

it("opens in full, with its fields in its words", async () => {
  await world.renderVault(<world.KindPage kind={SIXTH} />, { items: [PASS] });
  await page.getByRole("button", { name: FIELDS.name, exact: true }).click();
  const detail = page.getByRole("dialog", { name: FIELDS.name });
  await expect.element(detail.getByText("Lost or stolen")).toBeVisible();
  await expect.element(detail.getByRole("button", { name: `Reveal passport number for ${FIELDS.name}` })).toBeVisible();
});

it("has a page that says in its words that it is empty", async () => {
  await world.renderVault(<world.KindPage kind={SIXTH} />);
  await expect.element(page.getByRole("heading", { name: words.tab, exact: true })).toBeVisible();
  await expect.element(page.getByText(words.empty)).toBeVisible();
});

it("is a type of adding an item that exists", async () => {
  await world.renderVault(<world.AddExistingDialog vault={HOME} items={[PASS]} onClose={vi.fn()} />);
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: words.tile, exact: true }).click();
  await expect.element(page.getByRole("checkbox", { name: FIELDS.name })).toBeVisible();
});

it("has its keys among the shortcuts", () => {
  const rows = world.shortcutsOf("anywhere").map(([, { keys, says }]) => [says, keys]);
  expect(rows).toContainEqual([`New ${words.one}`, [PASSPORT.newKeys]]);
});
