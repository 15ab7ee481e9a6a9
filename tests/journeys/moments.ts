/** The screen "Go back in time", and how a journey has it show a moment to the millisecond: a person chooses a day, and a journey lasts a minute. */
import type { Locator, Page } from "@playwright/test";

export const timeTravel = (page: Page): Locator => page.getByRole("dialog", { name: "Go back in time" });

/** Presses "Yesterday" a day after that moment, by the page's clock of that press alone. */
export async function showMoment(page: Page, at: number): Promise<void> {
  const yesterday = timeTravel(page).getByRole("button", { name: "Yesterday" });
  await yesterday.evaluate((button, dayAfter) => {
    const now = Date.now;
    Date.now = () => dayAfter;
    try {
      (button as HTMLElement).click();
    } finally {
      Date.now = now;
    }
  }, at + 86_400_000);
  await timeTravel(page)
    .getByRole("region", { name: /^As of / })
    .waitFor();
}
