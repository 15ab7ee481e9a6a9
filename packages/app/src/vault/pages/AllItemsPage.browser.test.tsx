/** The tabs of all items and of favourites, by mouse and by keyboard, and the floating button's way to a new item. */

import type { Contents } from "@coffer/client";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { AllItemsPage } from "./AllItemsPage.tsx";
import { FavoritesPage } from "./FavoritesPage.tsx";

const LOGIN = anItem("Bank", { favourite: true });
const CARD = anItem("Everyday", { kind: "card", fields: { name: "Everyday", card_number: "4111" } });
const NOTE = anItem("Wi-Fi", { kind: "note", fields: { name: "Wi-Fi", notes: "on the fridge" } });
const ITEMS = [LOGIN, CARD, NOTE];
const TABBED = KIND_NAMES.filter((kind) => kindOf(kind).hasTab);

const tab = (name: RegExp) => page.getByRole("tab", { name });

describe("the tabs", () => {
  it("exist for every kind that has an item, with how many there are; the first is open", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    const texts = () =>
      tab(/./)
        .elements()
        .map((element) => element.textContent);
    await expect.poll(texts).toEqual(TABBED.map((kind) => `${kindOf(kind).words.tab}${ITEMS.filter((item) => item.kind === kind).length}`));
    await expect.element(tab(/^Passwords/)).toHaveAttribute("aria-selected", "true");
    await expect
      .element(page.getByRole("tabpanel", { name: /^Passwords/ }))
      .toContainElement(await page.getByRole("button", { name: "Bank", exact: true }).findElement());
  });

  it("are moved along by arrows, round the ends, and by Home and End; one of them has the Tab stop", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    await tab(/^Passwords/).click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(tab(/^Cards/)).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Everyday", exact: true })).toBeVisible();
    await expect.element(page.getByTestId("address")).toHaveTextContent("/all-items?tab=cards");
    await expect.element(tab(/^Passwords/)).toHaveAttribute("tabindex", "-1");
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(tab(/^Passwords/)).toHaveFocus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(tab(new RegExp(`^${kindOf(TABBED.at(-1) ?? "personal").words.tab}`))).toHaveFocus();
    await userEvent.keyboard("{Home}");
    await expect.element(tab(/^Passwords/)).toHaveFocus();
  });

  it("none is selected for notes, whose link names the panel; the first can still be reached", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    await page.getByRole("link", { name: "Notes" }).click();
    await expect.element(page.getByRole("tabpanel", { name: "Notes" })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Wi-Fi", exact: true })).toBeVisible();
    expect(page.getByRole("tab", { selected: true }).elements()).toEqual([]);
    await expect.element(tab(/^Passwords/)).toHaveAttribute("tabindex", "0");
  });

  it("of favourites count what is marked, and an empty one leads to all of its kind", async () => {
    await renderVault(<FavoritesPage />, { items: ITEMS, at: "/favorites?tab=cards" });
    await expect.element(tab(/^Passwords/)).toHaveTextContent("Passwords1");
    await expect.element(page.getByText("No favorites in Cards")).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Show all cards" })).toHaveAttribute("href", "/all-items?tab=cards");
  });
});

describe("a search", () => {
  const search = page.getByLabelText("Search");
  const texts = () =>
    tab(/./)
      .elements()
      .map((element) => element.textContent);

  it("counts what each tab holds of it, and goes to the tab that has some when the open one has none", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    await search.fill("every");
    await expect.element(tab(/^Cards/)).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => texts().slice(0, 2)).toEqual(["Passwords0", "Cards1"]);
    await expect.element(page.getByText("Nothing in Passwords: these are Cards.")).toHaveAttribute("role", "status");
    await expect.element(page.getByRole("button", { name: "Everyday", exact: true })).toBeVisible();
    await expect.element(search).toHaveFocus();
    await search.fill("");
    await expect.poll(() => texts().slice(0, 2)).toEqual(["Passwords1", "Cards1"]);
    await expect.poll(() => page.getByText(/^Nothing in/).elements()).toEqual([]);
  });

  it("reaches notes too, leaves who chooses an empty tab there, and stays where nothing is found at all", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    await search.fill("fridge");
    await expect.element(page.getByRole("tabpanel", { name: "Notes" })).toBeVisible();
    await tab(/^Cards/).click();
    await expect.element(page.getByText('No item matches "fridge".')).toBeVisible();
    await expect.element(tab(/^Cards/)).toHaveAttribute("aria-selected", "true");
    await search.fill("zzzz");
    await expect.element(page.getByText('No item matches "zzzz".')).toBeVisible();
    await expect.element(tab(/^Cards/)).toHaveAttribute("aria-selected", "true");
  });
});

describe("the floating button", () => {
  it("offers the kinds of the picker, and opens the form of the one that is chosen with the focus in it", async () => {
    await renderVault(<AllItemsPage />, { items: ITEMS, at: "/all-items" });
    await page.getByRole("button", { name: "New item" }).click();
    const tiles = () =>
      page
        .getByTestId("kind-tile")
        .elements()
        .map((tile) => tile.textContent);
    await expect.poll(tiles).toEqual(KIND_NAMES.filter((kind) => kindOf(kind).inPicker).map((kind) => kindOf(kind).words.tile));
    await page.getByRole("button", { name: kindOf("card").words.tile }).click();
    await expect.element(page.getByRole("dialog", { name: kindOf("card").words.create })).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Name on Card" })).toHaveFocus();
  });
});

describe("the beginning of a long list", () => {
  const first: Contents = { items: [LOGIN], vaults: [] };
  const all: Contents = { items: [...ITEMS, anItem("Zoo")], vaults: [] };
  const open = async (at: string) => {
    let go = (): void => undefined;
    const later = new Promise<Contents>((resolve) => {
      go = () => resolve(all);
    });
    const verbs = { contents: () => null, beginning: async () => first, atOnce: () => later, local: () => later, pull: () => later };
    await renderVault(<AllItemsPage />, { verbs, at });
    return go;
  };
  const row = (name: string) => page.getByRole("button", { name, exact: true });

  it("is shown before the rest is there, and counts nothing", async () => {
    const go = await open("/all-items");
    await expect.element(row("Bank")).toBeVisible();
    await expect.element(tab(/^Passwords/)).toHaveTextContent("Passwords");
    expect(page.getByText("Favorites").elements()).toEqual([]);
    const [drawn] = row("Bank").elements();
    go();
    await expect.element(row("Zoo")).toBeVisible();
    await expect.element(tab(/^Passwords/)).toHaveTextContent("Passwords2");
    expect(row("Bank").elements()).toEqual([drawn]); // not drawn again
  });

  it.each(["/all-items?tab=cards", `/all-items?item=${LOGIN.id}`])("is not taken for all there is: %s", async (at) => {
    const go = await open(at);
    await expect.element(page.getByRole("status", { name: /^Loading/ })).toBeInTheDocument();
    expect(row("Bank").elements()).toEqual([]);
    go();
    await expect.element(row(at.includes("cards") ? "Everyday" : "Zoo")).toBeVisible();
  });
});
