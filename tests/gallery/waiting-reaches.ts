/** What waits on this device for the server, and what the server did not take; each is taken back at the end, so that the account is as it was. */
import { expect, type Page } from "@playwright/test";

/** Once the browser keeps the app: some seconds after the first vault was opened in it. */
export const goOffline = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), { timeout: 60_000 }).toBe(true);
  await page.context().setOffline(true);
  await expect(page.getByRole("button", { name: "Connection: Offline" })).toBeVisible();
};

export const comeBack = (page: Page): Promise<void> => page.context().setOffline(false);

async function setStar(page: Page): Promise<void> {
  await goOffline(page);
  await page.locator("main [data-open]").first().focus();
  await page.keyboard.press("f");
  await page.getByText("Not sent yet").first().waitFor({ state: "attached" });
}

/** A star that is set and taken back: an edit that waits, and changes nothing once it is sent. */
export const letEditWait = async (page: Page): Promise<void> => {
  await setStar(page);
  await page.keyboard.press("f");
  await page.getByRole("button", { name: /^Connection: .*1 change waits$/ }).waitFor();
};

const DELETED = "Code Forge";

/** The trash, with an item in it that the server still has outside of it. */
export async function letDeletionWait(page: Page): Promise<void> {
  await goOffline(page);
  await page.locator("main [data-open]").filter({ hasText: DELETED }).first().focus();
  await page.keyboard.press("Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: /^Connection: .*1 change waits$/ }).waitFor();
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Trash" });
  if (!(await link.isVisible())) await page.getByRole("button", { name: /^(Menu|More)$/ }).click();
  await link.click();
  await page.getByText(DELETED).first().waitFor();
}

export async function takeDeletionBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Restore ${DELETED}` }).click();
  await expect(page.getByText(DELETED)).toHaveCount(0);
  await comeBack(page);
}

/** What waits is refused once it is sent, as where someone else has ended the access meanwhile. */
export async function letEditBeRefused(page: Page): Promise<void> {
  await setStar(page);
  await page.route(/\/api\/vault\//, (route) =>
    route.request().method() === "GET"
      ? route.continue()
      : route.fulfill({ status: 403, json: { success: false, code: "forbidden", message: "You may not change this." } }),
  );
  await comeBack(page);
  await page.getByText("Not taken by the server").first().waitFor({ state: "attached" });
}

export async function discardRefused(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Connection: / }).click();
  await page.getByRole("button", { name: /^Discard the change of/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Connection: Synced" }).waitFor();
}
