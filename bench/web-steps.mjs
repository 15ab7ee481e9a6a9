/** What a person does in the web app until there are rows, for `npm run bench -- web` and `-- trace`. */
import { noteInPage } from "./in-page.mjs";

/** Health, the pull and what is stored after a start: no part of what is measured. */
export const REST_MS = 4_000;
const TYPING_MS = 30;

/** @param scripts - run in it too, before its own */
export async function openPage(browser, scripts = []) {
  const context = await browser.newContext();
  return prepare(await context.newPage(), scripts);
}

export async function prepare(page, scripts = []) {
  for (const script of [noteInPage, ...scripts]) await page.addInitScript(script);
  return page;
}

export const rowsSeen = (page) => page.waitForFunction(() => globalThis.noted?.rows > 0, null, { polling: 20, timeout: 60_000 });

export async function typePassword(page, password) {
  await page.getByRole("textbox", { name: /Master password/i }).pressSequentially(password, { delay: TYPING_MS });
  await page.waitForTimeout(REST_MS / 4);
}

/** Up to the press that signs in. */
export async function fillSignIn(page, { origin, pool }, { email, password }) {
  await pool.query("delete from rate_limit");
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(email);
  await typePassword(page, password);
}

/** Up to the press that unlocks. */
export async function lockAndType(page, { password }) {
  await page.keyboard.press("Control+Shift+.");
  await page.getByRole("heading", { name: "Your vault is locked" }).waitFor();
  await page.evaluate(() => globalThis.armRows());
  await typePassword(page, password);
}

export async function pressEnter(page) {
  await page.keyboard.press("Enter");
  await rowsSeen(page);
}

/** @returns once the rows are there again */
export async function reload(page) {
  await page.reload({ waitUntil: "commit" });
  await rowsSeen(page);
}

/** Words that leave many, some, few and none of the items. */
const SEARCHED = ["git bank", "mail 12", "site99", "zxqv"];
const BETWEEN_KEYS_MS = 200;

/** Types each word and takes it back. @returns what the box held after each key */
export async function search(page) {
  await page.getByRole("textbox", { name: "Search", exact: true }).focus();
  await page.waitForTimeout(REST_MS / 4);
  await page.evaluate(() => globalThis.noteKeys());
  const texts = [];
  for (const word of SEARCHED) {
    const longer = Array.from(word, (_, at) => word.slice(0, at + 1));
    for (const text of [...longer, ...longer.toReversed().slice(1), ""]) {
      await page.keyboard.press(text.length > (texts.at(-1) ?? "").length ? text.at(-1) : "Backspace");
      await page.waitForTimeout(BETWEEN_KEYS_MS);
      texts.push(text);
    }
  }
  return texts;
}
