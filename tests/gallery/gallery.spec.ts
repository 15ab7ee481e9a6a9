/** The walk of `npm run gallery` (run.mjs). It never fails by its findings: it writes them to results.jsonl, and run.mjs judges them. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { newProfile, useProduct } from "../journeys/world.ts";
import { type AccountName, openPages } from "./accounts.ts";
import { speak } from "./languages.ts";
import { SCREENS } from "./screens.ts";
import { STATES } from "./states.ts";
import { visit } from "./visit.ts";

const product = useProduct();
const { only, state: wanted, done = [], themes, widths, isFull, language, out } = JSON.parse(process.env.COFFER_GALLERY ?? "{}");
const menus = new Map<string, Set<string>>();
let pageOf: ReturnType<typeof openPages> | null = null;

test.beforeAll(async ({ browser }) => {
  if (language) speak(await newProfile(browser), language);
  pageOf = openPages(browser, product);
});

const walked = Object.entries(SCREENS).flatMap(([name, screen]) => screen.states.map((state) => ({ name, screen, state })));
/** What there is before there is a team is gone with it. Then account by account: a worker has a stretch of the walk, and makes those it comes to. */
const ORDER: readonly (AccountName | null)[] = ["lead", "newcomer", "many", "one", null, "empty", "thirty"];
const placeOf = ({ screen, state }: (typeof walked)[number]): number => {
  if (screen.isLast) return ORDER.length;
  return state === "alone" ? -1 : ORDER.indexOf(STATES[state].account);
};
for (const { name, screen, state } of walked.toSorted((a, b) => placeOf(a) - placeOf(b))) {
  if ((!only || only.includes(name)) && (!wanted || wanted.includes(state)) && !done.includes(`${name}, ${state}`)) {
    test(`${name}, ${state}`, async () => {
      test.setTimeout(600_000);
      await STATES[state].product?.(product);
      const page = await pageOf?.(STATES[state].account);
      if (!page) throw new Error("There is no browser");
      const rows = await visit(page, { name, screen, state, product, out, themes, widths, isFull, language, menus });
      appendFileSync(join(out, "results.jsonl"), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    });
  }
}
