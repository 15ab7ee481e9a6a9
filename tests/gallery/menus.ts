/** Opens every menu, list box and popover of a page, one at a time, and shows each to axe. */
import { stripVTControlCharacters } from "node:util";
import { expect, type Locator, type Page } from "@playwright/test";
import { stillness } from "../journeys/looks.ts";

const OPENERS = "[aria-haspopup]:not([aria-haspopup=false]), [role=combobox]";
export const POPUPS = "[role=menu], [role=listbox], [role=dialog]";

/** What comes and goes takes a fifth of a second; looked for more often than usual, in milliseconds. */
const SOON = [20, 40];

/** What opens the same thing is looked at once: the menus of ten rows are one. */
const markOpeners = (page: Page): Promise<{ key: string; isFrame: boolean; name: string }[]> =>
  page.evaluate(
    ([openers, modal]) => {
      const ground = [...document.querySelectorAll(modal ?? "")].at(-1) ?? document;
      const seen = new Set<string>();
      for (const old of document.querySelectorAll("[data-gallery-opener]")) old.removeAttribute("data-gallery-opener");
      return [...ground.querySelectorAll(openers ?? "")].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // What is open already is the screen itself, and looked at with it: the list of the palette.
        const isOff =
          element.closest("[inert], [aria-hidden=true]") || element.matches(":disabled, [aria-disabled=true], [aria-expanded=true]");
        if (isOff || width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) return [];
        const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
        const key = `${element.localName} ${element.className} ${element.getAttribute("aria-haspopup")} ${element.closest("article, form") ? "" : label}`;
        if (seen.has(key)) return [];
        element.setAttribute("data-gallery-opener", String(seen.size));
        seen.add(key);
        return [{ key, isFrame: !element.closest("main, [role=dialog]"), name: label.trim().slice(0, 40) }];
      });
    },
    [OPENERS, "[aria-modal=true], dialog:modal"],
  );

const shown = (page: Page): Promise<number> => page.locator(POPUPS).filter({ visible: true }).count();
const isExpanded = async (opener: Locator): Promise<boolean> =>
  (await opener.count()) > 0 && (await opener.getAttribute("aria-expanded")) === "true";

/** Opens one, looks, and closes it. @throws when nothing opens or it does not close */
async function openOne(page: Page, opener: Locator, look: () => Promise<void>): Promise<void> {
  const before = await shown(page);
  await opener.click({ timeout: 3_000 });
  const isOpen = async () => (await isExpanded(opener)) || (await shown(page)) > before;
  await expect.poll(isOpen, { timeout: 3_000, intervals: SOON }).toBe(true);
  // It says that it is open before it begins to come.
  await expect
    .poll(() => shown(page), { timeout: 1_000, intervals: SOON })
    .toBeGreaterThan(before)
    .catch(() => undefined);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise((next) => requestAnimationFrame(next));
  });
  await stillness(page);
  await look();
  await page.keyboard.press("Escape");
  // It says that it is open until it has gone: a second Escape would be for what is below.
  const isGone = expect.poll(() => shown(page), { timeout: 1_000, intervals: SOON }).toBeLessThanOrEqual(before);
  await isGone.catch(async () => ((await isExpanded(opener)) ? page.keyboard.press("Escape") : undefined));
  await expect.poll(() => shown(page), { timeout: 3_000, intervals: SOON }).toBeLessThanOrEqual(before);
  await stillness(page);
}

/**
 * @param seen - what has been looked at in this look; the menus of the frame are on every page
 * @param look - is called while one is open
 * @returns those that did not open or close
 */
export async function eachMenu(page: Page, seen: Set<string>, look: (name: string) => Promise<void>): Promise<string[]> {
  const failed: string[] = [];
  for (const [at, { key, isFrame, name }] of (await markOpeners(page)).entries()) {
    const id = isFrame ? `frame ${key}` : key;
    if (seen.has(id)) continue;
    seen.add(id);
    await openOne(page, page.locator(`[data-gallery-opener="${at}"]`), () => look(name)).catch(async (error: Error) => {
      failed.push(`${name}: ${stripVTControlCharacters(error.message).split("\n")[0]}`);
      await page.keyboard.press("Escape");
    });
  }
  // Whatever was opened last has the focus back, and a ring no picture needs.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return failed;
}
