/** What tests of forms check about a field in addition to its value. */
import { expect } from "vitest";
import type { Locator } from "vitest/browser";

/** The field has the focus and the next key replaces all of its text. */
export async function expectSelected(field: Locator): Promise<void> {
  await expect.element(field).toHaveFocus();
  await expect
    .poll(() => {
      const { value, selectionStart, selectionEnd } = field.element() as HTMLInputElement;
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0) === value && value !== "";
    })
    .toBe(true);
}

/** Presses a button twice within one drawing of the page. */
export async function pressTwice(button: Locator): Promise<void> {
  const element = (await button.findElement()) as HTMLButtonElement;
  element.click();
  element.click();
}
