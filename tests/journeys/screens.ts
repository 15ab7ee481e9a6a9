/** What the walks through all pages share: an ear for the browser's complaints. Their pages are those of SCREENS (tests/gallery/screens.ts). */
import type { Page } from "@playwright/test";

/** What the browser itself complains about: errors of scripts, and everything the content security policy stopped. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text());
  });
  return complaints;
}
