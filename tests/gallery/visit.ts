/** One screen in one state: brought there, pictured and measured in each look. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, type Frame, type Page } from "@playwright/test";
import { stillness } from "../journeys/looks.ts";
import { PASSWORD, type Product } from "../journeys/world.ts";
import { audited } from "./audit.ts";
import { englishOn } from "./languages.ts";
import { type Look, looksOf, NARROWEST, picture, THEMES, type Theme, takeLook, WIDTHS, type Width } from "./looks.ts";
import { measure, shiftOf } from "./measures.ts";
import { eachMenu, POPUPS } from "./menus.ts";
import { failedCalls, withinBudget } from "./page-calls.ts";
import type { Screen, StateName } from "./screens.ts";
import { STATES } from "./states.ts";
import { type Stopwatch, stopwatch, type TimeSpent } from "./stopwatch.ts";

/** More than this jumps before one's eyes. */
const MOST_SHIFT = 0.02;
/** What comes late comes within this, in milliseconds. */
const SETTLES_MS = 400;

/** What was found in one look. `null` is what was not measured in it. */
export interface Row {
  readonly screen: string;
  readonly state: StateName;
  readonly theme: Theme;
  readonly width: Width;
  /** Below the output folder; the menus of the page come after it. */
  readonly pictures: readonly string[];
  readonly shift: number | null;
  readonly smallest: number | null;
  readonly faintest: number | null;
  /** How often axe has looked. */
  readonly axe: number;
  /** What axe left open and a person has reviewed (reviewed.ts). */
  readonly reviewed: number;
  readonly spent: TimeSpent;
  /** Each breaks what must hold. */
  readonly findings: readonly Finding[];
}

interface Finding {
  readonly rule: string;
  readonly what: string;
}

/** What is seen, and where it is kept. */
interface Sight {
  readonly name: string;
  readonly state: StateName;
  /** Where pictures go. */
  readonly out: string;
  readonly isFull?: boolean;
  /** That of the product; none for English. */
  readonly language?: string | undefined;
  /** The menus that were opened already, by look; shared by all visits of a run. */
  readonly menus: Map<string, Set<string>>;
}

export interface Visit extends Sight {
  readonly screen: Screen;
  readonly product: Product;
  readonly themes?: readonly Theme[];
  readonly widths?: readonly Width[];
}

type Shift = Awaited<ReturnType<typeof shiftOf>>;

export async function visit(page: Page, job: Visit): Promise<Row[]> {
  const rows: Row[] = [];
  for (const theme of job.themes ?? THEMES) {
    const looks = looksOf(
      theme,
      WIDTHS.filter((width) => job.widths?.includes(width) ?? true),
    );
    const [first] = looks;
    if (!first) continue;
    const watch = stopwatch();
    let isReached = true;
    try {
      const shift = await watch.of("arriving", () => arrive(page, job, first));
      for (const look of looks) {
        const isFirst = look === first;
        rows.push(await see(page, job, look, isFirst ? shift : null, { watch: isFirst ? watch : stopwatch() }));
      }
    } catch (error) {
      isReached = false;
      const look = rows.at(-1)?.theme === theme ? (looks.at(-1) ?? first) : first;
      rows.push(unreached(job, look, tellingOf(page, error as Error), await keepPicture(page, job, look), watch));
    } finally {
      // Where the screen was not come to, that is told, and not what could not be undone for it.
      await STATES[job.state].undo?.(page).catch((error: unknown) => {
        if (isReached) throw error;
      });
      // What a screen or its state has put between the page and the server ends with it: the next screen would be shown with that.
      await page.context().setOffline(false);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  }
  return rows;
}

/** A walk of an account takes longer than a vault stays open that no one touches. */
async function unlockIfLocked(page: Page): Promise<void> {
  const locked = page.getByRole("heading", { name: "Your vault is locked" });
  if (!(await locked.isVisible())) return;
  await page.getByRole("textbox", { name: "Master Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(locked).toBeHidden({ timeout: 30_000 });
}

/** Loads the page in the first look and brings it into its state. */
async function arrive(page: Page, { name, screen, state, product }: Visit, look: Look): Promise<Shift> {
  const { before, after, isWaiting } = STATES[state];
  await withinBudget(page);
  await page.evaluate((theme) => localStorage.setItem("theme", theme), look.theme);
  await takeLook(page, look);
  await before?.(page);
  await page.goto(product.origin + screen.path);
  // Not before: until then it is the outline of any page, while its code is on the way.
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: 30_000 });
  if (name !== "locked") await unlockIfLocked(page);
  if (!isWaiting) {
    await expect(page.getByRole("status", { name: /^(Loading|Looking)/ })).toHaveCount(0, { timeout: 60_000 });
    await expect(page.getByText(/^Looking closely/)).toHaveCount(0, { timeout: 60_000 });
  }
  await page.waitForTimeout(SETTLES_MS);
  const shift = await shiftOf(page);
  await screen.reach?.(page, product);
  await after?.(page);
  await toastsGone(page);
  return shift;
}

const toastsGone = (page: Page): Promise<void> => expect(page.locator("[data-toast]")).toHaveCount(0, { timeout: 15_000 });

interface Seeing {
  /** A frame of the page that alone is ours; without it all of it is. */
  readonly part?: Frame | undefined;
  readonly watch?: Stopwatch;
}

/** The picture and measures of the current page. */
export async function see(
  page: Page,
  job: Sight,
  look: Look,
  shift: Shift | null,
  { part, watch = stopwatch() }: Seeing = {},
): Promise<Row> {
  const findings: Finding[] = [];
  const found = (rule: string, all: readonly string[]) => findings.push(...all.map((what) => ({ rule, what })));
  const ours = part ?? page;
  // Our frame in a page closes when the window changes.
  if (!part) await takeLook(page, look);
  // A call that is tried again may fail late.
  await toastsGone(page);
  await stillness(ours);
  const pictured = (menu = 0) => watch.of("pictures", () => keepPicture(page, job, look, menu));
  const pictures = [await pictured()];
  const { borders, sideways } = await watch.of("measures", () => measure(ours, "borders", "sideways"));
  const targets = look.hasTargets ? (await watch.of("measures", () => measure(page, "targets"))).targets : { small: [], smallest: null };
  found("target", targets.small);
  found("border", borders.faint);
  found("sideways", sideways);
  if (job.language) found("english", await englishOn(ours, job.language));
  if (shift && shift.total > MOST_SHIFT) found("shift", [`${shift.total.toFixed(3)}: ${shift.what}`]);
  const axe = { times: 0, reviewed: 0 };
  const audit = async (where: string, within: string | null) => {
    const { wrong, reviewed } = await watch.of("axe", () => audited(ours, look.theme, within));
    axe.times++;
    axe.reviewed += reviewed;
    found(
      "axe",
      [...new Set(wrong)].map((what) => where + what),
    );
  };
  if (look.hasAxe) {
    await audit("", null);
  }
  if (look.hasAxe && !part) {
    const key = `${look.theme} ${look.width}`;
    const seen = job.menus.get(key) ?? new Set();
    job.menus.set(key, seen);
    const failed = await watch.of("menus", () =>
      eachMenu(page, seen, async (name) => {
        pictures.push(await pictured(pictures.length));
        await audit(`with "${name}" open: `, POPUPS);
      }),
    );
    found("menu", failed);
  }
  if (look.width === 360 && look.theme === "light") found("sideways", await watch.of("measures", () => narrowest(page, look)));
  const { smallest } = targets;
  const { name, state } = job;
  const measured = { pictures, shift: shift?.total ?? null, smallest, faintest: borders.faintest, axe: axe.times, reviewed: axe.reviewed };
  return { screen: name, state, theme: look.theme, width: look.width, ...measured, spent: watch.spent, findings };
}

async function narrowest(page: Page, look: Look): Promise<string[]> {
  // A menu that opened in between takes a moment to find its new place.
  await expect(page.locator("[data-toast]")).toHaveCount(0, { timeout: 15_000 });
  await page.setViewportSize({ width: NARROWEST, height: 640 });
  await stillness(page);
  const now = async (): Promise<readonly string[]> => (await measure(page, "sideways")).sideways;
  // A long list hears of the window's new width a moment later.
  if ((await now()).length > 0) await page.waitForTimeout(1_000);
  const sideways = await now();
  await takeLook(page, look);
  return sideways.map((what) => `at ${NARROWEST}: ${what}`);
}

async function keepPicture(page: Page, { name, state, out, isFull = false }: Sight, { theme, width }: Look, menu = 0): Promise<string> {
  const file = `${[name, state, theme, width, ...(menu ? ["menu", menu] : [])].join("-").replaceAll(/[^a-z0-9]+/gi, "-")}.jpg`;
  mkdirSync(join(out, "pictures"), { recursive: true });
  writeFileSync(join(out, "pictures", file), await picture(page, isFull));
  return `pictures/${file}`;
}

const tellingOf = (page: Page, { message }: Error): string =>
  `${stripVTControlCharacters(message).split("\n").slice(0, 4).join(" ")}; did not come: ${failedCalls(page)}`;

/** A screen that cannot be come to is the worst finding of all. */
function unreached({ name, state }: Visit, { theme, width }: Look, what: string, seen: string, { spent }: Stopwatch): Row {
  const nothing = { pictures: [seen], shift: null, smallest: null, faintest: null, axe: 0, reviewed: 0, spent };
  return { screen: name, state, theme, width, ...nothing, findings: [{ rule: "unreached", what }] };
}
