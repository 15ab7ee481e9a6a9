/** A half-typed form next to a list: what would take it away asks first, or leaves it where it is. */
import { kindOf } from "@coffer/core/items/kinds";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { anItem, aVault } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { forgetHealth } from "../health/run-health.ts";
import { AllItemsPage } from "./AllItemsPage.tsx";
import { FavoritesPage } from "./FavoritesPage.tsx";
import { HealthPage } from "./HealthPage.tsx";
import { VaultsPage } from "./VaultsPage.tsx";

const BANK = anItem("Bank", { favourite: true, fields: { username: "ann", password: "vT9#qLm2-Wz!x6KpR" } });
const CARD = anItem("Everyday", { kind: "card", fields: { name: "Everyday", card_number: "4111" } });
const NOTE = anItem("Wi-Fi", { kind: "note", fields: { name: "Wi-Fi", notes: "on the fridge" } });
const WEAK = anItem("Shop", { fields: { username: "ann", password: "short", website_url: "https://shop.example" } });
const ALSO = anItem("News", { fields: { username: "ann", password: "brief", website_url: "https://news.example" } });

const row = (name: string) => page.getByRole("button", { name, exact: true });
const tab = (name: RegExp) => page.getByRole("tab", { name });
const form = page.getByRole("dialog", { name: kindOf("password").words.edit });
const title = form.getByRole("textbox", { name: "Title" });
const answer = (name: string) => page.getByRole("alertdialog").getByRole("button", { name }).click();

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  forgetHealth();
  vi.restoreAllMocks();
});

async function typeInto(name: string) {
  await row(name).click();
  await page.getByRole("dialog", { name }).getByRole("button", { name: "Edit", exact: true }).click();
  await title.fill("Half a thought");
}

describe("among tabs", () => {
  it("stays where a search finds something in another tab only", async () => {
    await renderVault(<AllItemsPage />, { items: [BANK, CARD, NOTE], at: "/all-items" });
    await typeInto("Bank");
    await page.getByLabelText("Search").fill("every");
    await expect.element(tab(/^Cards/)).toHaveTextContent("Cards1");
    await expect.element(tab(/^Passwords/)).toHaveTextContent("Passwords0");
    await page.getByLabelText("Search").fill("");
    await expect.element(tab(/^Passwords/)).toHaveTextContent("Passwords1");
    await expect.element(tab(/^Passwords/)).toHaveAttribute("aria-selected", "true");
    await expect.element(title).toHaveValue("Half a thought");
  });

  it.each([
    ["a tab", () => tab(/^Cards/).click(), "Everyday"],
    ["a link", () => page.getByRole("link", { name: "Notes" }).click(), "Wi-Fi"],
  ])("is asked about before %s opens another list", async (_, press, there) => {
    await renderVault(<AllItemsPage />, { items: [BANK, CARD, NOTE], at: "/all-items" });
    await typeInto("Bank");
    await press();
    await answer("Keep editing");
    await expect.element(title).toHaveValue("Half a thought");
    await expect.element(row("Bank")).toBeVisible();
    await press();
    await answer("Close without saving");
    await expect.element(row(there)).toBeVisible();
    await expect.element(form).not.toBeInTheDocument();
  });
});

it("stays where the list next to it becomes empty, as favourites do", async () => {
  await renderVault(<FavoritesPage />, { items: [BANK], at: "/favorites" });
  await typeInto("Bank");
  (row("Bank").element() as HTMLElement).focus();
  await userEvent.keyboard("f");
  await expect.element(page.getByText("No favorites in Passwords")).toBeVisible();
  await expect.element(title).toHaveValue("Half a thought");
});

describe("inside a vault", () => {
  const HOME = aVault("Home");
  const open = (items = [{ ...BANK, categoryId: HOME.id }]) =>
    renderVault(
      <Routes>
        <Route path="/vaults/:vaultId" element={<VaultsPage />} />
      </Routes>,
      { items, vaults: [HOME], at: `/vaults/${HOME.id}` },
    );

  it("stays where a search begins, and where it ends", async () => {
    await open([
      { ...BANK, categoryId: HOME.id },
      { ...CARD, categoryId: HOME.id },
    ]);
    await typeInto("Bank");
    await page.getByLabelText("Search").fill("b");
    await expect.element(page.getByRole("link", { name: "Passwords" })).not.toBeInTheDocument();
    await expect.element(title).toHaveValue("Half a thought");
    await page.getByLabelText("Search").fill("");
    await expect.element(page.getByRole("link", { name: "Passwords" })).toBeVisible();
    await expect.element(title).toHaveValue("Half a thought");
  });

  it("stays where the last item goes", async () => {
    await open();
    await typeInto("Bank");
    (row("Bank").element() as HTMLElement).focus();
    await userEvent.keyboard("{Delete}");
    await answer("Delete");
    await expect.element(page.getByText("This vault is empty")).toBeVisible();
    await expect.element(title).toHaveValue("Half a thought");
  });
});

describe("in one type of a vault", () => {
  const HOME = aVault("Home");
  const open = (items: (typeof BANK)[]) =>
    renderVault(
      <Routes>
        <Route path="/vaults/:vaultId/:list" element={<VaultsPage />} />
      </Routes>,
      { items, vaults: [HOME], at: `/vaults/${HOME.id}/${kindOf("password").list}` },
    );

  it("stays where a search finds nothing, and where it ends", async () => {
    await open([{ ...BANK, categoryId: HOME.id }]);
    await typeInto("Bank");
    await page.getByLabelText("Search").fill("zzz");
    await expect.element(row("Bank")).not.toBeInTheDocument();
    await expect.element(title).toHaveValue("Half a thought");
    await page.getByLabelText("Search").fill("");
    await expect.element(row("Bank")).toBeVisible();
    await expect.element(title).toHaveValue("Half a thought");
  });

  it("stays where the last item goes", async () => {
    await open([{ ...BANK, categoryId: HOME.id }]);
    await typeInto("Bank");
    (row("Bank").element() as HTMLElement).focus();
    await userEvent.keyboard("{Delete}");
    await answer("Delete");
    await expect.element(row("Bank")).not.toBeInTheDocument();
    await expect.element(title).toHaveValue("Half a thought");
  });
});

describe("among all vaults", () => {
  const HOME = aVault("Home");
  const open = () =>
    renderVault(
      <Routes>
        <Route path="/vaults" element={<VaultsPage />} />
      </Routes>,
      { items: [BANK, { ...CARD, categoryId: HOME.id }], vaults: [HOME], at: "/vaults" },
    );

  it("stays where the search it was found by finds something else, nothing, or is over", async () => {
    await open();
    await page.getByLabelText("Search").fill("bank");
    await typeInto("Bank");
    for (const text of ["bank zzz", "every", "home", ""]) {
      await page.getByLabelText("Search").fill(text);
      await expect.element(title).toHaveValue("Half a thought");
    }
    await expect.element(page.getByRole("link", { name: "Home" })).toBeVisible();
    await expect.element(title).toHaveValue("Half a thought");
  });
});

describe("and what mends a finding", () => {
  const found = async () => {
    vi.spyOn(window, "open").mockReturnValue(null);
    const both = (
      <>
        <HealthPage />
        <AllItemsPage />
      </>
    );
    const examine = async ({ take }: { take: (items: readonly (typeof WEAK)[]) => void }) => take([WEAK, ALSO]);
    await renderVault(both, { items: [WEAK, ALSO, BANK], verbs: { examine, breachSource: async () => null }, at: "/all-items" });
    await expect.element(chip("Shop"), { timeout: 10_000 }).toBeVisible();
  };
  const chip = (name: string) => page.getByRole("button", { name: new RegExp(`: what to do about ${name}$`) });
  const fix = async (name: string) => {
    await chip(name).click();
    await page.getByRole("dialog", { name, exact: true }).getByRole("button", { name: "Change password" }).click();
  };

  it("asks before it takes the place of another item's form, and opens no site where that is kept", async () => {
    await found();
    await typeInto("Bank");
    await fix("Shop");
    await answer("Keep editing");
    await expect.element(title).toHaveValue("Half a thought");
    expect(form.elements()).toHaveLength(1);
    expect(window.open).not.toHaveBeenCalled();
    await fix("Shop");
    await answer("Close without saving");
    await expect.element(title).toHaveValue("Shop");
    expect(form.elements()).toHaveLength(1);
    expect(window.open).toHaveBeenCalledOnce();
  });

  it("asks where another one is being mended, and then begins with the other", async () => {
    await found();
    await fix("Shop");
    await title.fill("Half a thought");
    await fix("News");
    await answer("Close without saving");
    await expect.element(title).toHaveValue("News");
  });
});
