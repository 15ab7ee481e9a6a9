/** What a person does with a list that is there: open an item, save it, scroll, move and delete a thousand. Each act is timed by the page (in-page-acts.mjs). */
import { bareCrypto, readAct, scrollScreens } from "./in-page-acts.mjs";
import { REST_MS } from "./web-steps.mjs";

const SETTLED_MS = 600;
/** As many as are moved and deleted together. */
export const BULK = 1_000;
const LAST = BULK - 1;
const PATIENCE_MS = 120_000;

const row = (page, position) => page.locator(`li[data-position="${position}"] [data-open]`);
const toast = (page, words) => page.locator("[data-toast]").filter({ hasText: words }).first();

/** @param act - what the person does; `arming` says which event it begins with and what ends it */
async function timed(page, arming, act) {
  await page.evaluate(([event, look, text]) => globalThis.armAct(event, look, text), arming);
  await act();
  await page.waitForFunction(() => globalThis.noted.act.to > 0, null, { polling: 50, timeout: PATIENCE_MS });
  await page.waitForTimeout(REST_MS / 2);
  return page.evaluate(readAct);
}

async function top(page) {
  await page.keyboard.press("Escape");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForTimeout(SETTLED_MS);
}

/** Another item each time, after one that loads the parts of the detail. */
export async function openItems(page, count) {
  const runs = [];
  for (let run = -1; run < count; run++) {
    await top(page);
    const button = row(page, run + 2);
    const title = (await button.textContent()).trim();
    const timing = await timed(page, ["click", "opened", title], () => button.click());
    if (run >= 0) runs.push(timing);
  }
  await top(page);
  return runs;
}

let saves = 0;

/** The same login each time, by its title. @param waits - "Synced" or "Offline": what the connection says before each */
export async function saveItems(page, count) {
  const runs = [];
  for (let run = -1; run < count; run++) {
    await top(page);
    const button = row(page, 0);
    const title = (await button.textContent()).trim().replace(/ v\d+$/, "");
    await button.click();
    await page.getByRole("dialog").first().waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.keyboard.press("e");
    const box = page.getByRole("textbox", { name: "Title" });
    await box.waitFor();
    await page.waitForTimeout(SETTLED_MS);
    const next = `${title} v${++saves}`;
    await box.fill(next);
    const timing = await timed(page, ["keydown", "listed", next], () => page.keyboard.press("Control+Enter"));
    if (run >= 0) runs.push(timing);
  }
  await top(page);
  return runs;
}

/** The same without a network: what is saved then waits on the device. */
export async function saveItemsOffline(page, count) {
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Connection: Offline/ }).waitFor();
  const runs = await saveItems(page, count);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Connection: Synced" }).waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(REST_MS);
  return runs;
}

/** As far as the list goes. */
export async function scroll(page, screens) {
  await top(page);
  const runs = await page.evaluate(scrollScreens, screens);
  await top(page);
  return runs;
}

async function selectMany(page) {
  await top(page);
  await row(page, 0).click({ modifiers: ["Control"] });
  await page.evaluate(async (last) => {
    const first = document.querySelector("li[data-position]");
    const { height } = first.getBoundingClientRect();
    for (let tries = 0; document.querySelector(`li[data-position="${last}"]`) === null && tries < 400; tries++) {
      const seen = [...document.querySelectorAll("li[data-position]")].map(({ dataset }) => Number(dataset.position));
      scrollBy({ top: (last - Math.max(...seen)) * height || height, behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }, LAST);
  await row(page, LAST).click({ modifiers: ["Shift"] });
  await page.getByText(`${BULK.toLocaleString("en-US")} items selected`).waitFor();
  await page.waitForTimeout(SETTLED_MS);
}

async function takeBack(page, said) {
  await page.locator("[data-toast]").getByRole("button", { name: "Undo" }).last().click();
  await toast(page, said).waitFor({ timeout: PATIENCE_MS });
  await page.waitForTimeout(REST_MS);
}

/** To the vault of this name and back. */
export async function moveMany(page, vault, count) {
  const runs = [];
  for (let run = 0; run < count; run++) {
    await selectMany(page);
    await page.getByRole("button", { name: "Move to vault" }).click();
    const dialog = page.getByRole("dialog", { name: /^Move / });
    await dialog.getByRole("combobox").first().click();
    await page.getByRole("option", { name: vault, exact: true }).click();
    await page.waitForTimeout(SETTLED_MS);
    const press = () => dialog.getByRole("button", { name: "Move", exact: true }).click();
    runs.push(await timed(page, ["click", "said", "moved to"], press));
    await takeBack(page, "moved back");
    await page.keyboard.press("Escape");
  }
  return runs;
}

/** Into the trash and back. */
export async function deleteMany(page, count) {
  const runs = [];
  for (let run = 0; run < count; run++) {
    await selectMany(page);
    await page.getByRole("region", { name: "Selected items" }).getByRole("button", { name: "Delete" }).click();
    const button = page.getByRole("alertdialog").getByRole("button", { name: /^Delete/ });
    await button.waitFor();
    await page.waitForTimeout(SETTLED_MS);
    runs.push(await timed(page, ["click", "said", "deleted"], () => button.click()));
    await takeBack(page, "restored");
  }
  return runs;
}

/** About as many texts as the client seals at once. */
const SEALED_AT_ONCE = 60;
/** The lengths of what a saved login seals: its fields, its keys, its overview and its own seal. */
const LOGIN_LENGTHS = [32, 32, 32, 64, 32, 32, 320, 158];

/** @returns milliseconds for sealing as many logins bare, on the same page; the acts themselves need not seal them */
export async function sealAlone(page, count) {
  const lengths = Array.from({ length: BULK }, () => LOGIN_LENGTHS).flat();
  const runs = [];
  for (let run = -1; run < count; run++) {
    const ms = await page.evaluate(bareCrypto, { what: "encrypt", lengths, atOnce: SEALED_AT_ONCE });
    if (run >= 0) runs.push({ ms });
  }
  return runs;
}
