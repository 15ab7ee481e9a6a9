/** The walk of `npm run gallery` (run.mjs). It never fails by what it finds: what it finds stands in results.jsonl, and run.mjs judges it. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { useProduct } from "../journeys/world.ts";
import { openPages } from "./accounts.ts";
import { SCREENS } from "./screens.ts";
import { STATES } from "./states.ts";
import { visit } from "./visit.ts";

const product = useProduct();
const { only, state: wanted, themes, widths, isFull, out } = JSON.parse(process.env.COFFER_GALLERY ?? "{}");
const menus = new Map<string, Set<string>>();
let pageOf: ReturnType<typeof openPages> | null = null;

test.beforeAll(({ browser }) => {
  pageOf = openPages(browser, product);
});

const walked = Object.entries(SCREENS).flatMap(([name, screen]) => screen.states.map((state) => ({ name, screen, state })));
/** What there is before there is a team is gone with it. */
const isBefore = ({ state }: (typeof walked)[number]): number => (state === "alone" ? 0 : 1);
for (const { name, screen, state } of walked.toSorted((a, b) => isBefore(a) - isBefore(b))) {
  if ((!only || only.includes(name)) && (!wanted || wanted.includes(state))) {
    test(`${name}, ${state}`, async () => {
      test.setTimeout(600_000);
      await STATES[state].product?.(product);
      const page = await pageOf?.(STATES[state].account);
      if (!page) throw new Error("There is no browser");
      const rows = await visit(page, { name, screen, state, origin: product.origin, out, themes, widths, isFull, menus });
      appendFileSync(join(out, "results.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    });
  }
}
