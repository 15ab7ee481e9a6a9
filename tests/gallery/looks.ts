/** LOOKS: in which themes and widths a screen is looked at, and what is measured in which. */
import type { CDPSession, Page } from "@playwright/test";

export type Theme = "light" | "dark";
/** The extension's popup, in addition to the windows. */
export type Width = (typeof WIDTHS)[number] | typeof POPUP;

export const WIDTHS = [1440, 1024, 768, 360] as const;
export const POPUP = 400;
export const THEMES: readonly Theme[] = ["light", "dark"];
const HEIGHTS: Readonly<Record<Width, number>> = { 1440: 900, 1024: 768, 768: 1024, 360: 740, [POPUP]: 600 };
/** The narrowest window that must do. */
export const NARROWEST = 320;
/** axe is slow, and its findings depend on the theme and on whether things are side by side or stacked. */
const AXE_WIDTHS: readonly Width[] = [1440, 360];

export interface Look {
  readonly theme: Theme;
  readonly width: Width;
  readonly hasAxe: boolean;
  /** Fingers are on these. */
  readonly hasTouch: boolean;
  /** How large what they press is does not hang on the theme. */
  readonly hasTargets: boolean;
}

/** A page is loaded once for each theme, at the first of its widths: wide in light, narrow in dark, so that both ends are one it opens in. */
export const looksOf = (theme: Theme, widths: readonly Width[] = WIDTHS): Look[] =>
  (theme === "light" ? widths : widths.toReversed()).map((width) => ({
    theme,
    width,
    hasAxe: AXE_WIDTHS.includes(width) || widths.length === 1,
    hasTouch: width <= 768,
    hasTargets: width <= 768 && theme === "light",
  }));

/** A window of this width, under a finger where such windows mostly are. */
export async function takeLook(page: Page, { width, hasTouch }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  const browser = await sessionOf(page);
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch, maxTouchPoints: 5 });
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** The browser behind a page. It is kept: what it was told to be ends with the conversation. */
function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}

/** A picture of the window as JPEG, wide windows made smaller. @param isFull - in the size of the window */
export async function picture(page: Page, isFull: boolean): Promise<Buffer> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const browser = await sessionOf(page);
  const scroll = await page.evaluate(() => ({ x: window.scrollX, y: window.scrollY }));
  const scale = isFull ? 1 : Math.min(1, 640 / width);
  const { data } = await browser.send("Page.captureScreenshot", {
    format: "jpeg",
    quality: isFull ? 80 : 60,
    clip: { ...scroll, width, height, scale },
  });
  return Buffer.from(data, "base64");
}
