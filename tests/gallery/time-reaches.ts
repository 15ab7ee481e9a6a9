/** How the gallery comes to the vault as of an earlier moment. */
import type { Page } from "@playwright/test";
import { showMoment, timeTravel } from "../journeys/moments.ts";
import { SAVED_OFTEN } from "./people.ts";

export async function goBackInTime(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Go back in time" }).click();
  await timeTravel(page).getByRole("button", { name: "Yesterday" }).waitFor();
}

/** Before the account was made; or why nothing can be shown. */
export async function asOfYesterday(page: Page): Promise<void> {
  await goBackInTime(page);
  const sheet = timeTravel(page);
  await sheet.getByRole("button", { name: "Yesterday" }).click();
  await sheet
    .getByRole("region", { name: /^As of / })
    .or(sheet.getByRole("alert"))
    .first()
    .waitFor();
}

/** After the third save of an item, and before others went to the trash; the item is chosen and opened. */
export async function asOfSave(page: Page): Promise<void> {
  await page.goto(new URL("/passwords", page.url()).href);
  await page.locator("main").getByText(SAVED_OFTEN, { exact: true }).first().click();
  await page.getByRole("dialog", { name: SAVED_OFTEN }).waitFor();
  const asked = "**/api/vault/entries/*/versions*";
  let versions: { replacedAt: number }[] = [];
  await page.route(asked, async (route) => {
    const json = await (await route.fetch()).json();
    ({ versions } = json);
    await route.fulfill({ json });
  });
  await page.keyboard.press("h");
  await page.getByRole("button", { name: /Version 1\b/ }).waitFor();
  await page.unroute(asked);
  await page.goto(new URL("/trash", page.url()).href);
  await goBackInTime(page);
  await showMoment(page, (versions[2]?.replacedAt ?? 0) + 1);
  const sheet = timeTravel(page);
  await sheet.getByRole("checkbox", { name: `Choose ${SAVED_OFTEN}` }).click();
  await sheet.getByRole("region", { name: "Changed since" }).getByRole("button", { expanded: false }).first().click();
}
