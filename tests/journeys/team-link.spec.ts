/** A link that is handed over to somebody who has an account: it takes nobody's account by itself. */
import { expect, type Page, test } from "@playwright/test";
import { seeToast } from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();

/** @returns the link that the dialog shows, its secret included */
async function linkFor(page: Page, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite Member" }).click();
  await page.getByRole("dialog", { name: "Invite Member" }).getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Copy link instead" }).click();
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  return link;
}

test("whoever invited cannot use it; the invited account signs in on its page, says that it joins, and is verified by it", async ({
  browser,
}) => {
  const boss = await newProfile(browser);
  await enrol(product.firstAdminLink, "boss@example.com");
  await signIn(boss, product.origin, "boss@example.com");
  await boss.goto(`${product.origin}/teams`);
  await boss.getByRole("button", { name: "Create your first team" }).click();
  await boss.getByLabel("Team Name").fill("Engineering");
  await boss.getByRole("dialog").getByRole("button", { name: "Create Team" }).click();
  await seeToast(boss, "Team created successfully");
  await boss.getByRole("link", { name: "View details of Engineering" }).click();
  const bob = await newProfile(browser);
  await enrol(await product.invite(), "bob@example.com");

  const link = await linkFor(boss, "bob@example.com");
  await boss.goto(link);
  await expect(boss.getByText("This invitation is for bob@example.com, and you are signed in as boss@example.com.")).toBeVisible();

  await bob.goto(link);
  await expect(bob.getByText("You are invited to Engineering. Sign in as bob@example.com, and then join.")).toBeVisible();
  await expect(bob.getByRole("textbox", { name: "Email" })).toHaveValue("bob@example.com");
  await bob.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await bob.getByRole("button", { name: "Sign in" }).click();
  await expect(bob.getByText("You are signed in as bob@example.com.")).toBeVisible();
  await bob.getByRole("button", { name: "Join Team" }).click();
  await expect(bob.getByText("You are now a member of Engineering.")).toBeVisible();
  await bob.getByRole("link", { name: "Go to Your Team" }).click();
  await expect(bob.getByRole("heading", { name: "Engineering" })).toBeVisible();

  await boss.goto(`${product.origin}/team`);
  await expect(boss.getByRole("row", { name: /bob@example.com/ })).toContainText("Verified");
  await expect(bob.getByText("The team's key is on its way")).toHaveCount(0, { timeout: 30_000 });
});
