/** From an empty folder to a team of three: one person with a browser, and two mailed links, each let in by one press. No one touches the server. */
import { type Browser, expect, type Page, test } from "@playwright/test";
import { type MailServer, openMailServer } from "../../apps/server/src/testing/mail-server.ts";
import { addLogin } from "./account-world.ts";
import { walk } from "./looks.ts";
import { listen } from "./screens.ts";
import { choose, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, register, signIn, useProduct } from "./world.ts";

const box: { server?: MailServer } = {};
const product = useProduct(async () => {
  box.server = await openMailServer();
  return { SMTP_URL: box.server.url() };
});
test.afterAll(() => box.server?.close());

/** The link of the newest email to an address. */
async function mailedLink(to: string): Promise<string> {
  const find = async (): Promise<string> => {
    const newest = (await box.server?.textsTo(to))?.at(-1) ?? "";
    return /http:\/\/\S+token=\S+/.exec(newest)?.[0] ?? "";
  };
  await expect.poll(find, { timeout: 30_000 }).not.toBe("");
  return find();
}

const toast = (page: Page, text: string) => expect(page.getByText(text).last()).toBeVisible();

async function invite(page: Page, email: string, role?: string): Promise<void> {
  await page.getByRole("button", { name: "Invite Member" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Member" });
  await dialog.getByLabel("Email").fill(email);
  if (role) await dialog.getByLabel("Role").selectOption({ label: role });
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await toast(page, "Invitation sent successfully");
  await expect(dialog).toBeHidden();
}

/** The address is the invitation's, and cannot be typed. */
async function arrive(browser: Browser, email: string): Promise<Page> {
  const page = await newProfile(browser);
  const link = await mailedLink(email);
  await page.goto(link);
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await register(page, link, null);
  await signIn(page, product.origin, email);
  return page;
}

/** A person who came by a mailed link waits for one press, next to their address and what is known of their key. */
async function letIn(page: Page, email: string): Promise<void> {
  await page.reload();
  const question = page.getByRole("region", { name: "To confirm" }).getByRole("listitem").filter({ hasText: email });
  await expect(question).toContainText("not compared");
  await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
  await question.getByRole("button", { name: `Let in ${email}` }).click();
  await toast(page, `${email} is a member now`);
  await expect(page.getByRole("row", { name: new RegExp(email) })).toBeVisible();
}

/** The link that is handed over, as the dialog offers it first. */
async function copiedLink(page: Page, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite Member" }).click();
  await page.getByRole("dialog", { name: "Invite Member" }).getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Invitation link" });
  const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  return link;
}

const VAULT = "Server Room";
const LOGIN = "Harbour Gate";

/** The founder shares a vault with the team in the browser; both others open what is in it, and lose it when they leave. */
async function shareAVault(boss: Page, lead: Page, ann: Page): Promise<void> {
  await boss.goto(`${product.origin}/vaults`);
  await boss.getByRole("button", { name: "Create New Vault" }).first().click();
  const vault = boss.getByRole("dialog");
  await vault.getByLabel("Name").fill(VAULT);
  await vault
    .getByRole("button", { name: /Create|Save/ })
    .last()
    .click();
  await expect(vault).toBeHidden();
  await addLogin(boss, product.origin, LOGIN);
  // Her client gives the key to members who have come since, when she looks at the team.
  await boss.goto(`${product.origin}/team`);
  await expect(boss.getByRole("row", { name: /ann@example.com/ })).toBeVisible();
  await goTo(boss, "Sharing Center");
  await boss.getByRole("button", { name: "Share Item" }).click();
  const dialog = boss.getByRole("dialog", { name: "Share Items" });
  await dialog.getByRole("radio", { name: "Team" }).check();
  await expect(dialog.getByRole("combobox", { name: "Recipient email" })).toHaveCount(0);
  await choose(dialog, "Items", LOGIN);
  await boss.keyboard.press("Tab");
  await choose(dialog, "Items", VAULT);
  await boss.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(boss, "Items shared successfully");
  await expect(boss.getByText("Engineering").first()).toBeVisible();
  for (const page of [lead, ann]) {
    await page.goto(`${product.origin}/team`);
    await expect(page.getByText("Key pending")).toHaveCount(0, { timeout: 20_000 });
    await goTo(page, "Sharing Center");
    await page.getByRole("tab", { name: "Shared with Me" }).click();
    await expect(page.getByRole("button", { name: `View ${LOGIN}` })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("button", { name: `Open ${VAULT}` })).toBeVisible();
  }
  await ann.goto(`${product.origin}/team`);
  await ann.getByRole("button", { name: "Leave Team" }).click();
  await ann.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await seeToast(ann, "You have left Engineering");
  await goTo(ann, "Sharing Center");
  await ann.getByRole("tab", { name: "Shared with Me" }).click();
  await expect(ann.getByText("No one has shared any passwords or other items with you yet.")).toBeVisible({ timeout: 20_000 });
  // The owner is told what she may have kept, until it was changed.
  await boss.goto(`${product.origin}/team`);
  await expect(boss.getByRole("region", { name: "Change what ann@example.com knew" })).toContainText(LOGIN, { timeout: 20_000 });
}

/** A copied link for a person who has an account: its page says what joining means, and joins no one by itself. Her key comes from a member who looks at no page of the team. */
async function comeBack(boss: Page, ann: Page): Promise<void> {
  await boss.goto(`${product.origin}/team`);
  const link = await copiedLink(boss, "ann@example.com");
  expect(link).toContain("accept-invitation?token=");
  await ann.goto(link);
  await expect(ann.getByText("boss@example.com invites you to the team Engineering, with the role Member.")).toBeVisible();
  await expect(ann.getByText("turn off your two-factor authentication")).toBeVisible();
  await ann.goto(`${product.origin}/team`);
  await expect(ann.getByText("You are not in a team")).toBeVisible();
  await ann.goBack();
  // The member who has the key looks at their own items.
  await boss.goto(`${product.origin}/all-items`);
  await ann.getByRole("button", { name: "Join Team" }).click();
  await expect(ann.getByText("You are now a member of Engineering.")).toBeVisible();
  await ann.getByRole("link", { name: "Go to Your Team" }).click();
  await expect(ann.getByText("The team's key is on its way")).toHaveCount(0, { timeout: 30_000 });
  await expect(ann.getByRole("row", { name: /boss@example.com/ })).toContainText("Team Admin");
}

// One story in parts, each of which goes on with the people of the part before it.
test.describe.configure({ mode: "serial" });
const people = {} as Record<"boss" | "lead" | "ann", Page>;
const heard: { complaints?: string[] } = {};

test("one person with a browser and two mailed links make a team of three", async ({ browser }) => {
  const boss = await newProfile(browser);
  heard.complaints = listen(boss);
  await enrol(product.firstAdminLink, "boss@example.com");
  await signIn(boss, product.origin, "boss@example.com");

  await boss.getByRole("link", { name: "Teams", exact: true }).click();
  await boss.getByRole("button", { name: "Create your first team" }).click();
  await boss.getByLabel("Team Name").fill("Engineering");
  await boss.getByRole("dialog").getByRole("button", { name: "Create Team" }).click();
  await toast(boss, "Team created successfully");
  await expect(boss.getByTestId("team-card")).toContainText("of 50 MB");
  await boss.getByRole("link", { name: "View details of Engineering" }).click();
  await expect(boss.getByRole("heading", { name: "Engineering" })).toBeVisible();
  await invite(boss, "lead@example.com", "Team Admin");

  const lead = await arrive(browser, "lead@example.com");
  await expect(lead.getByRole("link", { name: "Manage Members" })).toBeVisible();
  await expect(lead.getByRole("link", { name: "Teams", exact: true })).toHaveCount(0);
  await lead.goto(`${product.origin}/teams`);
  await expect(lead).toHaveURL(/not-authorized/);
  await letIn(boss, "lead@example.com");
  await lead.goto(`${product.origin}/manage-members`);
  await invite(lead, "ann@example.com");
  await lead.getByRole("tab", { name: "Pending Invitations" }).click();
  await expect(lead.getByRole("row", { name: /ann@example.com/ })).toContainText("lead@example.com");

  const ann = await arrive(browser, "ann@example.com");
  await expect(ann.getByRole("link", { name: "Manage Members" })).toHaveCount(0);
  await ann.goto(`${product.origin}/team`);
  await expect(ann.getByRole("status").filter({ hasText: "The team's key is on its way" })).toBeVisible();
  await lead.getByRole("tab", { name: "Active Members" }).click();
  await letIn(lead, "ann@example.com");
  // Her page is left alone: it asks again by itself while the key is pending.
  await expect(ann.getByRole("tab", { name: "Active Members" })).toContainText("3", { timeout: 30_000 });
  await expect(ann.getByRole("button", { name: "Invite Member" })).toHaveCount(0);
  Object.assign(people, { boss, lead, ann });
});

test("each may what the role of now says, without another sign-in", async () => {
  const { lead, ann } = people;
  await lead.getByLabel("Role of ann@example.com").selectOption({ label: "Team Admin" });
  await expect(lead.getByRole("alertdialog")).toContainText("Are you sure you want to update the role?");
  await lead.getByRole("alertdialog").getByRole("button", { name: "Update role" }).click();
  await toast(lead, "Role updated successfully");
  // By the address alone: the role of now counts, not that of the sign-in. What her menu lists follows.
  await ann.goto(`${product.origin}/manage-members`);
  await expect(ann.getByRole("heading", { name: "Team Members" })).toBeVisible();
  await expect(ann.getByRole("row", { name: /lead@example.com/ })).toBeVisible();
  await expect(ann.getByRole("link", { name: "Manage Members" })).toBeVisible();
  await ann.reload();
  await expect(ann.getByRole("heading", { name: "Team Members" })).toBeVisible();
  await ann.goto(`${product.origin}/roles`);
  await expect(ann).toHaveURL(/not-authorized/);
});

test("they share a vault, and a member who leaves loses it", () => shareAVault(people.boss, people.lead, people.ann));

test("a former member comes back by a copied link, once they agree, and the inviter presses nothing", () =>
  comeBack(people.boss, people.ann));

test("the pages of teams are in order in every look, and the browser complained of nothing in the whole story", async () => {
  expect(await walk(people.boss, product.origin, ["/teams", "/manage-members", "/roles"])).toEqual({});
  expect(heard.complaints).toEqual([]);
});

test("the person who made it leaves once they have named who follows, in one step", async () => {
  const { boss, lead, ann } = people;
  await lead.goto(`${product.origin}/team`);
  await lead.getByRole("button", { name: "Leave Team" }).click();
  await lead.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await seeToast(lead, "You have left Engineering");
  await boss.goto(`${product.origin}/team`);
  await expect(boss.getByRole("tab", { name: "Active Members" })).toContainText("2");
  await boss.getByRole("button", { name: "Leave Team" }).click();
  const dialog = boss.getByRole("dialog", { name: "Leave the team" });
  await expect(dialog).toContainText('You are the only administrator of "Engineering".');
  await dialog.getByRole("radio", { name: "ann@example.com" }).check();
  await dialog.getByRole("button", { name: "Hand Over and Leave" }).click();
  await seeToast(boss, "You have left Engineering");
  await ann.goto(`${product.origin}/team`);
  await expect(ann.getByRole("tab", { name: "Active Members" })).toContainText("1");
  await expect(ann.getByRole("row", { name: /ann@example.com/ })).toContainText("Team Admin");
  await expect(ann.getByRole("button", { name: "Invite Member" })).toBeVisible();
  expect(heard.complaints).toEqual([]);
});
