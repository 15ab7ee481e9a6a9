/** What a page of the walk has asked the server for, and what of it did not come. */
import { expect, type Page } from "@playwright/test";

/** The server takes 300 calls of a session in a minute: a walk that only loads pages comes to that, and no one who uses the product does. Room is left for what a screen asks for. */
const MOST_CALLS = 220;
const MINUTE_MS = 60_000;
const TOLD = 5;

interface Calls {
  /** When each was made. */
  readonly made: number[];
  readonly failed: string[];
}

const known = new WeakMap<Page, Calls>();
const callsOf = (page: Page): Calls => known.get(page) ?? { made: [], failed: [] };

export function watchCalls(page: Page): void {
  const calls = callsOf(page);
  known.set(page, calls);
  const pathOf = (url: string): string => new URL(url).pathname;
  page.on("request", (request) => {
    if (pathOf(request.url()).startsWith("/api/")) calls.made.push(Date.now());
  });
  page.on("requestfailed", (request) => calls.failed.push(`${pathOf(request.url())} ${request.failure()?.errorText}`));
  page.on("response", (response) => {
    if (response.status() >= 400) calls.failed.push(`${pathOf(response.url())} ${response.status()}`);
  });
}

/** Waits until the next screen's calls are taken. */
export async function withinBudget(page: Page): Promise<void> {
  const inLastMinute = (): number => callsOf(page).made.filter((at) => at > Date.now() - MINUTE_MS).length;
  await expect.poll(inLastMinute, { timeout: 2 * MINUTE_MS }).toBeLessThan(MOST_CALLS);
}

/** @returns the newest of those that failed or were refused */
export const failedCalls = (page: Page): string => callsOf(page).failed.slice(-TOLD).join(", ");
