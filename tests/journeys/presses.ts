/** What a person presses in a page: each press of the pointer, no key. */
import type { Page } from "@playwright/test";

declare global {
  /** Undefined before anyone counts. */
  var pressed: number | undefined;
}

/** @returns how many there were since then */
export async function countPresses(page: Page): Promise<() => Promise<number | undefined>> {
  await page.evaluate(() => {
    const isNew = globalThis.pressed === undefined;
    globalThis.pressed = 0;
    const count = () => {
      globalThis.pressed = (globalThis.pressed ?? 0) + 1;
    };
    if (isNew) document.addEventListener("pointerdown", count, { capture: true });
  });
  return () => page.evaluate(() => globalThis.pressed);
}
