/** What a toast said, in tests of screens. */
import { notifications } from "@mantine/notifications";
import { expect } from "vitest";
import { page } from "vitest/browser";

/** Waits for a toast with these words, then takes it away: it lies over what a test presses next. */
export async function seeToast(text: string): Promise<void> {
  await expect
    .poll(() =>
      page
        .getByText(text)
        .elements()
        .some((element) => element.closest("[data-toast]") !== null),
    )
    .toBe(true);
  notifications.clean();
}
