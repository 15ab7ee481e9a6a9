/** What journeys about an account need in addition to the product: the emails it wrote, an authenticator app, and the steps every such story repeats. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { PASSWORD, type Product } from "./world.ts";

const STEP_MS = 30_000;

/** The bodies of the emails to an address, the oldest first. */
function emailsTo({ dataDir }: Product, address: string): string[] {
  const folder = join(dataDir, "outbox");
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return []; // there is no folder until the first email
  }
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .filter((email) => email.startsWith(`To: ${address}\n`));
}

/** The link of an invitation, from the newest email to an address; waits for it. */
export async function mailedLink(product: Product, email: string): Promise<string> {
  const links = () => emailsTo(product, email).flatMap((text) => /http:\/\/\S+token=\S+/.exec(text)?.[0] ?? []);
  await expect.poll(() => links().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return links().at(-1) ?? "";
}

/** The six digits of the newest email that has any; waits for the first. */
export async function mailedCode(product: Product, email: string): Promise<string> {
  const codes = () => emailsTo(product, email).flatMap((text) => /^ {4}(\d{6})$/m.exec(text)?.[1] ?? []);
  await expect.poll(() => codes().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return codes().at(-1) ?? "";
}

export interface Authenticator {
  /** Types a code that was not used yet. Makes it once the field is there: one made before is too old when the page takes its time. */
  typeInto(field: Locator): Promise<void>;
}

/** An authenticator app on the real clock. The server takes one step to either side, and each only once; a code of this step or the next has 30 s to arrive. */
function authenticator(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: STEP_MS / 1_000 });
  let used = 0;
  return {
    async typeInto(field) {
      await expect(field).toBeVisible({ timeout: 60_000 });
      const step = Math.max(used + 1, Math.floor(Date.now() / STEP_MS));
      used = step;
      const opensAt = (step - 1) * STEP_MS;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, opensAt - Date.now() + 500)));
      await field.fill(totp.generate({ timestamp: step * STEP_MS }));
    },
  };
}

/** Reads the recovery codes off their dialog and gives back the one it asks for. */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Save your backup codes" });
  const codes = (await dialog.getByTestId("recovery-codes").getByRole("listitem").allInnerTexts()).map(
    (text) => text.split("\n").at(-1)?.trim() ?? "",
  );
  const asked = await dialog.locator("label").innerText();
  await dialog.getByLabel(asked, { exact: true }).fill(codes[Number(/\d+/.exec(asked)?.[0]) - 1] ?? "");
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

/** The app that knows the secret on the set-up page. */
export const scan = async (page: Page): Promise<Authenticator> =>
  authenticator((await page.locator("code").innerText()).replaceAll(" ", ""));

/** Turns the second factor on for the person signed in on the page. */
export async function turnOnSecondFactor(page: Page, origin: string): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  await page.goto(`${origin}/mfa-setup`);
  await page.getByRole("button", { name: "Setup MFA" }).click();
  const app = await scan(page);
  await app.typeInto(page.getByLabel("6-digit code"));
  await expect(page.getByRole("dialog", { name: "Save your backup codes" })).toBeVisible();
  return { app, recoveryCodes: await saveRecoveryCodes(page) };
}

/** Reads the recovery key off its dialog and puts it away as the page asks. */
export async function saveKit(page: Page): Promise<string> {
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  await expect(kit).toBeVisible({ timeout: 60_000 });
  const groups = (await kit.getByTestId("recovery-key").getByRole("listitem").allInnerTexts()).map(
    (text) => text.split("\n").at(-1)?.trim() ?? "",
  );
  for (const label of await kit.locator("label").allInnerTexts()) {
    await kit.getByLabel(label, { exact: true }).fill(groups[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
  }
  await kit.getByRole("button", { name: "I have saved it" }).click();
  await expect(kit).toBeHidden();
  return groups.join("-");
}

/** Types the first step of a sign-in and sends it. */
export async function giveCredentials(page: Page, origin: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: /Master password/i }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await expect(page.getByText("Signed in as")).toBeVisible();
}

export async function logout(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
}

/** Saves a login called so. */
export async function addLogin(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/passwords`);
  await page
    .getByRole("button", { name: /Add New Password|Add password/i })
    .first()
    .click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Username / Email" }).fill("ann@work.example");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("Harbour-77!");
  const save = page.getByRole("button", { name: "Save Password" });
  await save.click();
  // The form has the title too: only when it has gone is the item with the server, and the page may be left.
  await expect(save).toBeHidden();
  await expect(page.getByText(title).first()).toBeVisible();
}
