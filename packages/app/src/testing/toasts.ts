/** What a toast said, in tests of screens. */
import { notifications } from "@mantine/notifications";
import { expect } from "vitest";
import { page } from "vitest/browser";

/** A new master password is looked at first, by a worker that has long lists to load. */
const SOME_TIME_MS = 10_000;

/** Waits for a toast with these words, then takes it away: it covers what a test presses next. */
export async function seeToast(text: string): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .getByText(text)
          .elements()
          .some((element) => element.closest("[data-toast]") !== null),
      { timeout: SOME_TIME_MS },
    )
    .toBe(true);
  notifications.clean();
}
