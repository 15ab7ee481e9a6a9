/** How the gallery comes to what another device of the same person has changed, and to what a person has hidden of others. */
import { expect, type Page } from "@playwright/test";
import type { Product } from "../journeys/world.ts";
import { emailOf, signedIn } from "./accounts.ts";

const EDITED = "Work";
const COLORS = ["#9D54E7", "#D24F17"] as const;

/** The form of a vault whose color another device saves meanwhile, and whose description both change. */
export async function editVaultTwice(page: Page, product: Product): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(`^More actions for vault ${EDITED}`) })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit Vault" });
  await form.getByLabel("Description").fill("Everything of the office");
  const other = await signedIn(product, emailOf("thirty"));
  const base = (await other.vault.pull()).vaults.find(({ name }) => name === EDITED);
  if (!base) throw new Error(`There is no vault ${EDITED}`);
  const [color = "", another = ""] = COLORS[0] === base.color ? COLORS.toReversed() : COLORS;
  await other.vault.updateVault({ base, name: base.name, icon: base.icon, color, description: `Office and travel, ${another}` });
  await other.account.logout();
  await form.getByText("Changed on another device while you edit").waitFor({ timeout: 30_000 });
}

/** What others share: one of it is hidden, and the list of what is hidden is open. */
export async function hideFromMe(page: Page): Promise<void> {
  const hidden = page.getByRole("region", { name: "Hidden" });
  const open = hidden.getByRole("button", { name: /^Show what you have hidden/ });
  // In the second look it still is.
  if (!(await open.isVisible()))
    await page
      .getByRole("button", { name: /^Hide what / })
      .first()
      .click();
  await open.click();
  await expect(hidden.getByRole("button", { name: /^Show .* again$/ }).first()).toBeVisible();
}
