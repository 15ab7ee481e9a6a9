/** Carrying items with the mouse from a list to the vaults of the sidebar. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../testing/sample-items.ts";
import { renderVault } from "../testing/vault-world.tsx";
import { KindPage } from "../vault/pages/KindPage.tsx";
import { VaultsPage } from "../vault/pages/VaultsPage.tsx";
import { SidebarVaults } from "./SidebarVaults.tsx";

const HOME = aVault("Home");
const WORK = aVault("Work");
const THEIRS = aVault("Theirs", { isOwner: false, permission: "read" });
const BANK = anItem("Bank", { categoryId: HOME.id });
const MAIL = anItem("Mail");
const SHOP = anItem("Shop");
const GIVEN = anItem("Given", { isOwner: false, permission: "write" });

beforeAll(() => page.viewport(1280, 800));
afterAll(() => page.viewport(414, 896));

const open = (verbs: NonNullable<Parameters<typeof renderVault>[1]>["verbs"] = {}) =>
  renderVault(
    <>
      <SidebarVaults onFollow={() => undefined} />
      <KindPage kind="password" />
    </>,
    { items: [BANK, MAIL, SHOP, GIVEN], vaults: [HOME, WORK, THEIRS], verbs },
  );

const item = (name: string) => page.getByRole("button", { name, exact: true });
const vault = (name: string) => page.getByRole("link", { name, exact: true });
const dragLabel = page.getByTestId("drag-label");
const toast = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const offered = () =>
  [...document.querySelectorAll<HTMLElement>("[data-vault]")].map(({ dataset, textContent }) => [textContent, dataset.drop]);

/** Presses on an item and moves the mouse by steps; it stays pressed. */
async function hold(name: string, ...steps: readonly { readonly x: number; readonly y: number }[]) {
  const element = await item(name).findElement();
  const { left, top } = element.getBoundingClientRect();
  const at = { clientX: left + 5, clientY: top + 5 };
  const mouse = { bubbles: true, cancelable: true, pointerType: "mouse", button: 0 };
  element.dispatchEvent(new PointerEvent("pointerdown", { ...mouse, ...at }));
  for (const { x, y } of steps)
    element.dispatchEvent(new PointerEvent("pointermove", { ...mouse, clientX: at.clientX + x, clientY: at.clientY + y }));
  return () => element.dispatchEvent(new PointerEvent("pointerup", { ...mouse, ...at }));
}

it("moves the item to the vault it is let go over, says so and takes it back", async () => {
  const { held } = await open();
  await userEvent.dragAndDrop(item("Shop"), vault("Work"));
  await toast('"Shop" was moved to WorkUndo');
  await expect.element(dragLabel).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Undo" }).click();
  await toast('"Shop" was moved back');
  expect(held.asked).toEqual([
    { verb: "place", input: { ids: [SHOP.id], categoryId: WORK.id } },
    { verb: "place", input: { ids: [SHOP.id], categoryId: null } },
  ]);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("drags what is selected as one, except for items that are not the user's own", async () => {
  const { held } = await open();
  for (const name of ["Bank", "Shop", "Given"]) await item(name).click({ modifiers: ["Control"] });
  await userEvent.dragAndDrop(item("Shop"), vault("Home"));
  await toast("2 items were moved to HomeUndo");
  expect(held.asked).toEqual([{ verb: "place", input: { ids: [SHOP.id], categoryId: HOME.id } }]);
});

it("drags an item alone that is not among what is selected, and nothing that is not the user's own", async () => {
  const { held } = await open();
  await item("Bank").click({ modifiers: ["Control"] });
  await userEvent.dragAndDrop(item("Given"), vault("Work"));
  await userEvent.dragAndDrop(item("Mail"), vault("Work"));
  await toast('"Mail" was moved to WorkUndo');
  expect(held.asked).toEqual([{ verb: "place", input: { ids: [MAIL.id], categoryId: WORK.id } }]);
});

it("says which vaults would take it: neither the one it is in nor one that may only be read", async () => {
  const { held } = await open();
  const letGo = await hold("Bank", { x: 20, y: 0 });
  await expect.element(dragLabel).toHaveTextContent('"Bank"');
  await expect.poll(offered).toEqual([
    ["Home1", "not"],
    ["Work0", "may"],
    ["Theirs0", "not"],
  ]);
  letGo();
  await expect.element(dragLabel).not.toBeInTheDocument();
  await userEvent.dragAndDrop(item("Bank"), vault("Theirs"));
  await expect.element(dragLabel).not.toBeInTheDocument();
  expect(held.asked).toEqual([]);
});

it("is let go over a vault's card, which shows nothing of it, without being moved", async () => {
  const { held } = await renderVault(<VaultsPage />, { items: [SHOP], vaults: [aVault("Shop corner")], at: "/vaults" });
  await page.getByRole("textbox", { name: "Search" }).fill("shop");
  await userEvent.dragAndDrop(item("Shop"), vault("Shop corner"));
  await expect.element(dragLabel).not.toBeInTheDocument();
  expect(held.asked).toEqual([]);
});

it("is given up with Escape, which leaves the selection as it is", async () => {
  const { held } = await open();
  await item("Shop").click({ modifiers: ["Control"] });
  const letGo = await hold("Shop", { x: 20, y: 0 });
  await expect.element(dragLabel).toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(dragLabel).not.toBeInTheDocument();
  letGo();
  await expect.element(page.getByRole("region", { name: "Selected items" })).toBeVisible();
  expect(held.asked).toEqual([]);
});

it("is a click where the pointer hardly moved, and none where it came back", async () => {
  await open();
  const letGo = await hold("Shop", { x: 3, y: 3 });
  await expect.element(dragLabel).not.toBeInTheDocument();
  letGo();
  await userEvent.dragAndDrop(item("Shop"), item("Shop"), { sourcePosition: { x: 2, y: 2 }, targetPosition: { x: 30, y: 10 } });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await item("Shop").click();
  await expect.element(page.getByRole("dialog", { name: "Shop" })).toBeVisible();
});

it("says why where it cannot be moved", async () => {
  await open({ place: () => Promise.reject(new Error("gone")) });
  await userEvent.dragAndDrop(item("Shop"), vault("Work"));
  await toast('Could not move "Shop"');
});

it("is not offered where the sidebar covers the page", async () => {
  await page.viewport(900, 800);
  const { held } = await open();
  await userEvent.dragAndDrop(item("Shop"), vault("Work"));
  expect(held.asked).toEqual([]);
  await page.viewport(1280, 800);
});

it("asks before earlier versions of an item stay behind, and moves nothing where that is not wanted", async () => {
  const shared = aVault("Lent", { scopeId: crypto.randomUUID() });
  const { held } = await renderVault(
    <>
      <SidebarVaults onFollow={() => undefined} />
      <KindPage kind="password" />
    </>,
    { items: [anItem("Boat", { revision: 2 })], vaults: [shared] },
  );
  const question = page.getByRole("alertdialog", { name: "Move" });
  await userEvent.dragAndDrop(item("Boat"), vault("Lent"));
  await expect.element(question).toHaveTextContent('Moving deletes the earlier versions of "Boat".');
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(held.asked).toEqual([]);
  await userEvent.dragAndDrop(item("Boat"), vault("Lent"));
  await question.getByRole("button", { name: "Move" }).click();
  await toast('"Boat" was moved to LentUndo');
});
