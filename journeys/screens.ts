/** What the walks through all pages share: the pages behind the sign-in, and an ear for the browser's complaints. */
import type { Page } from "@playwright/test";

export const SIGNED_IN = [
  "/vaults",
  "/all-items",
  "/all-items?tab=notes",
  "/favorites",
  "/passwords",
  "/notes",
  "/card-details",
  "/bank-details",
  "/personal-details",
  "/password-health",
  "/trash",
  "/import",
  "/mfa-setup",
  "/team",
  "/teams",
  "/manage-members",
  "/roles",
  "/settings",
];
/** What the browser itself complains about: errors of scripts, and everything the content security policy stopped. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text());
  });
  return complaints;
}
