/** The limits of a page, measured in its current state. */
import { readFileSync } from "node:fs";
import type { Frame, Page } from "@playwright/test";

const IN_PAGE = readFileSync(new URL("in-page.mjs", import.meta.url), "utf8");

interface Measures {
  /** Under 44 px for a finger; `smallest` is the shorter side of the smallest target, null when there is none. */
  readonly targets: { readonly small: readonly string[]; readonly smallest: number | null };
  /** Edges of controls under 3:1; `faintest` is the lowest contrast of all. */
  readonly borders: { readonly faint: readonly string[]; readonly faintest: number | null };
  readonly sideways: readonly string[];
}

const ask = <Answer>(page: Page | Frame, question: string, ...values: unknown[]): Promise<Answer> =>
  page.evaluate(`(() => {${IN_PAGE}; return window.gallery.${question}(...${JSON.stringify(values)});})()`);

export const measure = <Name extends keyof Measures>(page: Page | Frame, ...wanted: Name[]): Promise<Pick<Measures, Name>> =>
  ask(page, "measure", wanted);

/** Decides what axe left open about the contrast of these elements; null where that cannot be computed. @param within - what is not in the uppermost of these is taken for decided */
export const decide = (page: Page | Frame, selectors: readonly string[], within: string | null): Promise<(boolean | null)[]> =>
  ask(page, "decide", selectors, within);

interface Shift {
  readonly value: number;
  readonly what: string;
}

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

interface ShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
}

/** Records layout shifts without user input, from the load of a page on. Call it before the first load. */
export const watchShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    window.layoutShifts = shifts;
    const placeOf = ({ x, y, width, height }: DOMRect): string => [x, y, width, height].map(Math.round).join(" ");
    const wordsOf = ({ node, previousRect, currentRect }: ShiftEntry["sources"][number]): string => {
      const name = node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? "gone");
      return `${name} (${placeOf(previousRect)} → ${placeOf(currentRect)})`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as ShiftEntry[])
        if (!hadRecentInput) shifts.push({ value, what: sources.slice(0, 2).map(wordsOf).join(", ") });
    }).observe({ type: "layout-shift", buffered: true });
  });

/** @returns how much has jumped since the load, and what jumped most. */
export async function shiftOf(page: Page): Promise<{ total: number; what: string }> {
  const shifts = await page.evaluate(() => window.layoutShifts);
  const worst = shifts.toSorted((a, b) => b.value - a.value)[0];
  return { total: shifts.reduce((sum, { value }) => sum + value, 0), what: worst?.what ?? "" };
}
