/** Where the parts of a list are: pictures and boxes, the selected tab, the selection bar, the dot of a vault. */
import { kindOf } from "@coffer/core/items/kinds";
import { Route, Routes } from "react-router";
import { afterEach, describe, expect, it } from "vitest";
import { cdp, type Locator, page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { AllItemsPage } from "../pages/AllItemsPage.tsx";
import { KindPage } from "../pages/KindPage.tsx";
import { VaultsPage } from "../pages/VaultsPage.tsx";

const ITEMS = ["Bank", "Mail", "Shop"].map((name) => anItem(name));
const open = () => renderVault(<KindPage kind="password" />, { items: ITEMS, at: kindOf("password").page });

afterEach(() => page.viewport(1280, 800));

const opener = (name: string) => page.getByRole("button", { name, exact: true });
const box = async (locator: Locator) => (await locator.findElement()).getBoundingClientRect();

/** The row of an item: its picture, and the box that selects it. */
async function partsOf(name: string) {
  const row = (await opener(name).findElement()).closest("article") as HTMLElement;
  const select = row.querySelector("label") as HTMLElement;
  return { row, select, picture: row.firstElementChild as HTMLElement };
}
const isSeen = (element: HTMLElement): boolean => {
  const { opacity, visibility } = getComputedStyle(element);
  return Number(opacity) > 0 && visibility === "visible";
};

describe("a box that selects", () => {
  it("is on no picture of a phone, pointed at or not; once something is selected the pictures make room", async () => {
    await page.viewport(360, 740);
    await open();
    await userEvent.hover(opener("Bank"));
    const { select, picture } = await partsOf("Bank");
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    expect([isSeen(select), isSeen(picture)]).toEqual([false, true]);
    await opener("Mail").click({ modifiers: ["ControlOrMeta"] });
    await expect.poll(() => [isSeen(select), isSeen(picture)]).toEqual([true, false]);
  });

  it("takes no room next to an open detail, where a row begins with its picture", async () => {
    await open();
    await opener("Mail").click();
    await expect.element(page.getByRole("dialog", { name: "Mail" })).toBeVisible();
    const { row, select, picture } = await partsOf("Bank");
    expect(picture.getBoundingClientRect().left - row.getBoundingClientRect().left).toBeLessThanOrEqual(12);
    expect([isSeen(select), isSeen(picture)]).toEqual([false, true]);
    await opener("Shop").click({ modifiers: ["ControlOrMeta"] });
    await expect.poll(() => [isSeen(select), isSeen(picture)]).toEqual([true, false]);
  });
});

it.each([
  [1280, "tiles"],
  [360, "lines"],
])("who comes to a list with Tab comes to a name first, and to the box that selects it later, at %s px in %s", async (width) => {
  await page.viewport(width, 740);
  await open();
  await expect.element(opener("Bank")).toBeVisible();
  const list = page.getByRole("list", { name: "Passwords" });
  const stops = [...(await list.findElement()).querySelectorAll<HTMLElement>("button, a, input")].filter(({ tabIndex }) => tabIndex >= 0);
  const names = stops.map((stop) => stop.getAttribute("aria-label") ?? stop.textContent);
  expect(names[0]).toBe("Bank");
  expect(names.indexOf("Select Bank")).toBeGreaterThan(0);
});

it.each([
  [1280, "tiles"],
  [360, "lines"],
])("what waits at %s px has the shape of what comes: %s", async (width) => {
  await page.viewport(width, 740);
  const coming = Promise.withResolvers<void>();
  const contents = { items: ITEMS, vaults: [] };
  const later = () => coming.promise.then(() => contents);
  await renderVault(<KindPage kind="password" />, { verbs: { contents: () => null, local: later, pull: later } });
  const waiting = page.getByRole("status", { name: "Loading passwords" });
  const { width: before, height } = (await waiting.findElement()).firstElementChild?.getBoundingClientRect() ?? new DOMRect();
  coming.resolve();
  await expect.element(opener("Bank")).toBeVisible();
  const after = (await opener("Bank").findElement()).closest("li")?.getBoundingClientRect();
  expect([before, height]).toEqual([expect.closeTo(after?.width ?? 0, -1), expect.closeTo(after?.height ?? 0, -1)]);
});

it("an outline of rows comes only when there is something to wait for: an empty list that is there at once has none before it", async () => {
  const later = () => new Promise<never>(() => undefined);
  await renderVault(<KindPage kind="password" />, { verbs: { contents: () => null, local: later, pull: later } });
  const waiting = await page.getByRole("status", { name: "Loading passwords" }).findElement();
  const [coming] = waiting.getAnimations();
  expect(coming?.effect?.getTiming()).toMatchObject({ delay: 200, fill: "both" });
  coming?.pause();
  if (coming) coming.currentTime = 150;
  expect(getComputedStyle(waiting).opacity).toBe("0");
  coming?.finish();
  expect(getComputedStyle(waiting).opacity).toBe("1");
});

describe("how much room a login takes", () => {
  const SITES = Array.from({ length: 24 }, (_, number) => anItem(`Site ${number}`, { fields: { username: "ann" } }));
  const heights = (): number[] => [...document.querySelectorAll("article")].map((tile) => tile.getBoundingClientRect().height);

  it("as a tile 72 px, and nothing where nothing was found: a dozen are whole in what a window of 1280 × 800 px leaves a list", async () => {
    await page.viewport(1280 - 280 - 48, 800);
    await renderVault(<KindPage kind="password" />, { items: SITES, at: kindOf("password").page });
    await expect.element(opener("Site 0")).toBeVisible();
    expect(new Set(heights())).toEqual(new Set([72]));
    const tiles = [...document.querySelectorAll("article")].map((tile) => tile.getBoundingClientRect());
    expect(tiles.filter(({ bottom }) => bottom <= 800 - 250).length).toBeGreaterThanOrEqual(12);
    const tile = (await opener("Site 0").findElement()).closest("article") as HTMLElement;
    const lines = (await opener("Site 0").findElement()).parentElement as HTMLElement;
    await userEvent.hover(page.getByRole("heading").first());
    await expect.poll(() => tile.getBoundingClientRect().right - lines.getBoundingClientRect().right).toBeLessThanOrEqual(16);
  });

  it("as a row 54 px, next to its detail and without", async () => {
    await renderVault(<KindPage kind="password" />, { items: SITES, at: kindOf("password").page });
    await page.getByRole("button", { name: "Show as list" }).click();
    await expect.poll(() => new Set(heights().map(Math.round))).toEqual(new Set([54]));
    await opener("Site 1").click();
    await expect.element(page.getByRole("dialog", { name: "Site 1" })).toBeVisible();
    await expect.poll(() => new Set(heights().map(Math.round))).toEqual(new Set([54]));
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Show as tiles" }).click();
  });

  it("with the box that selects it within its tile, in the place of the picture", async () => {
    await open();
    const { row, select } = await partsOf("Bank");
    const tile = row.getBoundingClientRect();
    const { left, top, bottom } = select.getBoundingClientRect();
    expect([left >= tile.left, top >= tile.top, bottom <= tile.bottom]).toEqual([true, true, true]);
  });
});

it("a finger, which hovers over nothing, finds in the menu what a mouse finds over the tile", async () => {
  const touch = (enabled: boolean) => cdp().send("Emulation.setTouchEmulationEnabled", { enabled, maxTouchPoints: 5 });
  await touch(true);
  try {
    const login = anItem("Bank", { fields: { username: "ann", password: "Tr3e!" } });
    await renderVault(<KindPage kind="password" />, { items: [login], at: kindOf("password").page });
    await page.getByRole("button", { name: "More actions for Bank" }).click();
    await expect.element(page.getByRole("menuitem", { name: "Copy password" })).toBeVisible();
    await expect.element(page.getByRole("menuitem", { name: "Copy username" })).toBeVisible();
  } finally {
    await touch(false);
  }
});

it("a tab does not look like what filters a list", async () => {
  await renderVault(<AllItemsPage />, { items: [...ITEMS, anItem("Star", { favourite: true })], at: "/all-items" });
  const lookOf = async (locator: Locator) => {
    const { borderTopWidth, backgroundColor } = getComputedStyle(await locator.findElement());
    return [borderTopWidth, backgroundColor === "rgba(0, 0, 0, 0)"];
  };
  expect(await lookOf(page.getByRole("tab", { selected: true }))).toEqual(["0px", true]);
  expect(await lookOf(page.getByRole("button", { name: "Filter" }))).toEqual(["1px", false]);
});

it("brings the tab that an address names into sight on a phone", async () => {
  await page.viewport(360, 740);
  await renderVault(<AllItemsPage />, { items: ITEMS, at: `/all-items?tab=${kindOf("personal").list}` });
  const { left, right } = await box(page.getByRole("tab", { selected: true }));
  expect([left >= 0, right <= 360]).toEqual([true, true]);
});

it.each([
  [1024, 280],
  [768, 0],
  [360, 0],
])("the bar of a selection is in the window at %s px, and on no sidebar", async (width, sidebar) => {
  await page.viewport(width, 800);
  await open();
  await opener("Mail").click({ modifiers: ["ControlOrMeta"] });
  const { left, right } = await box(page.getByRole("region", { name: "Selected items" }));
  expect([left >= sidebar, right <= width]).toEqual([true, true]);
});

it("the dots of a vault cover none of its words", async () => {
  const home = aVault("A long name that goes on for longer than its card is wide", {
    description: "And a description that is longer still",
  });
  const screen = (
    <Routes>
      <Route path="/vaults" element={<VaultsPage />} />
    </Routes>
  );
  const features = {
    account: { hasUnsavedKit: async () => false },
    transfer: { example: async () => null },
    drafts: { find: async () => null, keep: async () => undefined },
  };
  await renderVault(screen, { items: ITEMS, vaults: [home], at: "/vaults", features });
  const menu = await page.getByRole("button", { name: /^More actions for vault/ }).findElement();
  const dots = menu.querySelector("svg")?.getBoundingClientRect();
  const words = await box(page.getByText("And a description that is longer still"));
  expect(words.right).toBeLessThanOrEqual(dots?.left ?? 0);
});
