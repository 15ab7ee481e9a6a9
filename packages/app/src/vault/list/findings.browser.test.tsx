/** Findings in lists: said where Health has looked, nothing opened for it, and one click from what mends them. */
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { anItem } from "../../testing/sample-items.ts";
import { renderVault } from "../../testing/vault-world.tsx";
import { forgetHealth } from "../health/run-health.ts";
import { AllItemsPage } from "../pages/AllItemsPage.tsx";
import { HealthPage } from "../pages/HealthPage.tsx";

const WEAK = anItem("Shop", { fields: { username: "ann", password: "Tr3e!", password_strength: "Very Strong" } });
const OVER = anItem("Old card", { kind: "card", fields: { name: "Old card", expiration_date: "01/20" } });
const NEW = anItem("New card", { kind: "card", fields: { name: "New card", expiration_date: "01/90" } });
const GOOD = anItem("Bank", { fields: { username: "ann", password_strength: "Very Strong" } });
const FAIR = anItem("Forum", { fields: { username: "ann", password_strength: "Fair" } });
const LABELLED = anItem("Club", { fields: { username: "ann", password_strength: "Weak" } });
const ITEMS = [WEAK, OVER, NEW, GOOD, FAIR, LABELLED];
const examining = () => vi.fn(async ({ take }: { take: (items: readonly (typeof WEAK)[]) => void }) => take([WEAK, OVER]));

afterEach(forgetHealth);

it("opens nothing, and says by itself only what a list knows: that a card is over", async () => {
  const examine = examining();
  await renderVault(<AllItemsPage />, { items: ITEMS, verbs: { examine }, at: "/all-items?tab=cards" });
  await expect.element(page.getByRole("button", { name: /^Expired: what to do about Old card/ })).toBeVisible();
  // It looks so too, and only it does.
  const tiles = [...document.querySelectorAll("article")];
  const over = tiles.filter(({ dataset }) => "over" in dataset);
  expect([tiles.length, over.map(({ textContent }) => textContent?.includes("Old card"))]).toEqual([2, [true]]);
  await page.getByRole("tab", { name: /^Passwords/ }).click();
  await expect.element(page.getByRole("button", { name: "Bank", exact: true })).toBeVisible();
  // Not yet known to be reused, and so not praised either; what the label itself calls weak is said.
  expect(page.getByText(/Strong|Fair/).elements()).toEqual([]);
  const club = (await page.getByRole("button", { name: "Club", exact: true }).findElement()).closest("article");
  expect(club?.textContent).toContain("Weak");
  expect(page.getByRole("button", { name: /^Weak: what to do/ }).elements()).toEqual([]);
  expect(examine).not.toHaveBeenCalled();
});

it("says what Health has found until the lock, praises nothing that is weak, and leads to what mends it", async () => {
  const both = (
    <>
      <HealthPage />
      <AllItemsPage />
    </>
  );
  await renderVault(both, { items: ITEMS, verbs: { examine: examining() }, at: "/all-items" });
  const chip = page.getByRole("button", { name: "Weak: what to do about Shop" });
  await expect.element(chip).toBeVisible();
  expect(page.getByText(/Strong|Fair/).elements()).toEqual([]);
  await chip.click();
  const dialog = page.getByRole("dialog", { name: "Shop" });
  await expect.element(dialog.getByRole("link", { name: "Show all like it" })).toHaveAttribute("href", "/password-health?finding=weak");
  vi.spyOn(window, "open").mockReturnValue(null);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect.element(page.getByRole("dialog", { name: "Edit Password" })).toBeVisible();
  forgetHealth();
  await expect.poll(() => document.querySelectorAll('[aria-label^="Weak: what to do"]').length).toBe(0);
});
