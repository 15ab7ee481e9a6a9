/** What axe objects to, and what is wider than the window: on a page as it is, in each look. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Frame, type Page } from "@playwright/test";

const THEMES = ["light", "dark"] as const;
const WIDTHS = [360, 1280] as const;

/** Until nothing moves any more, but for what moves without end: what is fading has no colours worth judging. */
export const stillness = (page: Page | Frame): Promise<unknown> =>
  page.evaluate(() => {
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    return Promise.allSettled(moving.map(({ finished }) => finished)).then(() => undefined);
  });

interface Asked {
  /** What is not looked at. */
  readonly but?: string | undefined;
  /** All that is looked at; without it the whole page. */
  readonly within?: readonly string[] | undefined;
  /** By their names; without it all of them. */
  readonly rules?: readonly string[] | undefined;
}

/**
 * What axe objects to and what it leaves open, with all its rules, in the page itself. The usual way injects axe again each time, and a second time into a blank
 * page that adds up what it found in frames: two thirds of the time, for pages that have none.
 */
export async function axeOn(place: Page | Frame, { but, within, rules }: Asked = {}) {
  const page = "frames" in place ? place : alone(place);
  expect(page.frames(), "axe looks at the page only, not at frames").toHaveLength(1);
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: "void 0" }) }).setLegacyMode();
  if (but) axe.exclude(but);
  if (within) for (const part of within) axe.include(part);
  // Of what is in order not every place is told.
  return axe.options({ resultTypes: ["violations", "incomplete"], ...(rules && { runOnly: [...rules] }) }).analyze();
}

/** Of a page axe asks no more than this. */
const alone = (frame: Frame): Page =>
  ({ frames: () => [frame], mainFrame: () => frame, evaluate: frame.evaluate.bind(frame), url: () => frame.url() }) as unknown as Page;

export const violationsOf = async (page: Page, but?: string) => (await axeOn(page, { but })).violations;

interface Look {
  readonly theme: (typeof THEMES)[number];
  readonly width: (typeof WIDTHS)[number];
  /** What axe looks for; null for nothing. */
  readonly axe: { readonly rules?: readonly string[] } | null;
}

/**
 * axe is dear. All its rules once, where most is on the page; in dark only what a theme changes, the contrast; narrow only whether the page is wider than the window.
 * The gallery has all rules in each theme, wide and narrow.
 */
const LOOKS: readonly Look[] = [
  { theme: "light", width: 1280, axe: {} },
  { theme: "light", width: 360, axe: null },
  { theme: "dark", width: 360, axe: null },
  { theme: "dark", width: 1280, axe: { rules: ["color-contrast"] } },
];

/** A busy machine draws the new width a moment later. */
const DRAWN_MS = 2_000;

/** What is wrong with the page in one look. */
async function problemsOf(page: Page, { theme, width, axe }: Look): Promise<string[]> {
  await stillness(page);
  const violations = axe ? (await axeOn(page, axe)).violations : [];
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth + 1, undefined, { timeout: DRAWN_MS });
  const isWide = await fits.then(
    () => false,
    () => true,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  return [...found, ...(isWide ? ["scrolls sideways"] : [])].map((problem) => `${theme} ${width} ${problem}`);
}

/** Each path in both themes, wide and narrow. It is opened once wide in light and once narrow in dark; the other width comes by itself. */
export async function walk(page: Page, origin: string, paths: readonly string[]): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const theme of THEMES) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    for (const path of paths) {
      for (const [place, look] of LOOKS.filter((one) => one.theme === theme).entries()) {
        await page.setViewportSize({ width: look.width, height: 800 });
        if (place === 0) await page.goto(`${origin}${path}`);
        await expect(page.getByRole("heading").first()).toBeVisible();
        await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
        const found = await problemsOf(page, look);
        if (found.length > 0) problems[path] = [...(problems[path] ?? []), ...found];
      }
    }
  }
  return problems;
}

/** What is wrong with the page as it is, in both themes, narrow and wide. */
export async function screenProblems(page: Page): Promise<string[]> {
  // A toast that is fading has no colours worth judging; one that offers to undo is shown for ten seconds.
  await expect(page.locator(".mantine-Notification-root")).toHaveCount(0, { timeout: 60_000 });
  const before = page.viewportSize();
  const found: string[] = [];
  for (const look of LOOKS) {
    await page.evaluate((scheme) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme), look.theme);
    await page.setViewportSize({ width: look.width, height: 800 });
    found.push(...(await problemsOf(page, look)));
  }
  await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "light"));
  if (before) await page.setViewportSize(before);
  return found;
}
