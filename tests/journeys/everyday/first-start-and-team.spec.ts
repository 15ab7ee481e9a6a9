/** An empty server: its first administrator registers by the printed link, makes a team, and a second person joins it by a link. */
import { expect, type Page } from "@playwright/test";
import { seeToast } from "../steps.ts";
import { closeProfiles, enrol, newProfile, PASSWORD, register, signIn } from "../world.ts";
import { test } from "./everyday.ts";

test.describe.configure({ mode: "serial" });
test.afterAll(closeProfiles);

const BOSS = "boss@example.com";
const BOB = "bob@team.example";
let boss: Page;

test("the printed link registers the first administrator, once", async ({ product, browser }) => {
  boss = await newProfile(browser);
  await boss.goto(`${product.origin}/register`);
  await expect(boss.getByText("Direct registration is not allowed. Please ask your administrator for an invitation.")).toBeVisible();
  await register(boss, product.firstAdminLink, BOSS);
  await boss.goto(product.firstAdminLink);
  await expect(boss.getByText("Invalid or expired invitation link. Please request a new invitation.")).toBeVisible();
  await signIn(boss, product.origin, BOSS);
  await expect(boss.getByText("No passwords")).toBeVisible();
});

test("a team of two is made by a link that only the invited person can use", async ({ product, browser }) => {
  await enrol(await product.invite(), BOB);
  await boss.getByRole("link", { name: "Teams", exact: true }).click();
  await boss.getByRole("button", { name: "Create your first team" }).click();
  await boss.getByLabel("Team Name").fill("Engineering");
  await boss.getByRole("dialog").getByRole("button", { name: "Create Team" }).click();
  await seeToast(boss, "Team created successfully");
  await boss.getByRole("link", { name: "View details of Engineering" }).click();
  await boss.getByRole("button", { name: "Invite Member" }).click();
  await boss.getByRole("dialog", { name: "Invite Member" }).getByLabel("Email").fill(BOB);
  await boss.getByRole("button", { name: "Copy Link" }).click();
  const shown = boss.getByRole("dialog", { name: "Invitation link" });
  const link = await shown.getByRole("textbox", { name: "Link" }).inputValue();
  await boss.goto(link);
  await expect(boss.getByText(`This invitation is for ${BOB}, and you are signed in as ${BOSS}.`)).toBeVisible();

  const bob = await newProfile(browser);
  await bob.goto(link);
  await expect(bob.getByText(`You are invited to Engineering. Sign in as ${BOB}, and then join.`)).toBeVisible();
  await expect(bob.getByRole("textbox", { name: "Email" })).toHaveValue(BOB);
  await bob.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await bob.getByRole("button", { name: "Sign in" }).click();
  await expect(bob.getByText(`You are signed in as ${BOB}.`)).toBeVisible();
  await bob.getByRole("button", { name: "Join Team" }).click();
  await expect(bob.getByText("You are now a member of Engineering.")).toBeVisible();
  await boss.goto(`${product.origin}/team`);
  await expect(boss.getByRole("row", { name: new RegExp(BOB) })).toContainText("Verified");

  await bob.getByRole("link", { name: "Go to Your Team" }).click();
  await expect(bob.getByRole("heading", { name: "Engineering" })).toBeVisible();
  await expect(bob.getByText("The team's key is on its way")).toHaveCount(0);
  await expect(bob.getByRole("row", { name: new RegExp(BOSS) })).toContainText("Team Admin");
});
