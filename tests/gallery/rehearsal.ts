/** The rehearsal of the recovery kit, up to where only the account's own paper leads on. */
import type { Page } from "@playwright/test";
import { generateRecoveryKey } from "../../packages/crypto/src/recovery-key.ts";
import { PASSWORD } from "../journeys/world.ts";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

export async function tryKit(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Recovery kit" }).getByRole("button", { name: "Try it now" }).click();
  await page.getByRole("dialog", { name: "Try your recovery kit" }).waitFor();
}

export async function findNoKit(page: Page): Promise<void> {
  await tryKit(page);
  await press(page, "I can’t find it, or something is different");
  await page.getByRole("heading", { name: "Make a new kit now" }).waitFor();
}

export async function typeKitKey(page: Page): Promise<void> {
  await tryKit(page);
  await press(page, "I have it here");
  const field = page.getByRole("textbox", { name: "Recovery key" });
  const password = page.getByRole("textbox", { name: "Master password", exact: true });
  await field.or(password).first().waitFor();
  if (await password.isVisible()) {
    await password.fill(PASSWORD);
    await press(page, "Continue");
  }
  await field.waitFor();
}

export async function tryAnotherKit(page: Page): Promise<void> {
  await typeKitKey(page);
  await page.getByRole("textbox", { name: "Recovery key" }).fill(generateRecoveryKey().text);
  await press(page, "Try the key");
  await page.getByRole("heading", { name: "This is not the key of this account" }).waitFor();
}
