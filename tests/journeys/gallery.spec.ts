/** What keeps the gallery true: each measure is shown something that breaks it, every page of the product is a screen of it, and a part of it is walked. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { KIND_NAMES, kindOf } from "../../packages/core/src/items/kinds.ts";
import { openPages } from "../gallery/accounts.ts";
import { audited } from "../gallery/audit.ts";
import { englishOn } from "../gallery/languages.ts";
import { type Look, looksOf, takeLook, WIDTHS } from "../gallery/looks.ts";
import { decide, measure, shiftOf, watchShift } from "../gallery/measures.ts";
import { eachMenu, POPUPS } from "../gallery/menus.ts";
import { figuresOf, writePage } from "../gallery/report.mjs";
import { SCREENS, type StateName } from "../gallery/screens.ts";
import { STATES } from "../gallery/states.ts";
import { type Row, visit } from "../gallery/visit.ts";
import { newProfile, useProduct } from "./world.ts";

const product = useProduct();

test.describe("the measures", () => {
  const show = (page: Page, body: string) => page.setContent(`<!doctype html><body style="margin:0;background:#fff">${body}`);

  test("a target is as large as what a press on it reaches", async ({ page }) => {
    const button = (style: string, rest = "") => `<p style="padding:60px"><button style="position:relative;${style}">${rest}</button></p>`;
    await show(page, button("width:44px;height:44px", "large"));
    expect((await measure(page, "targets")).targets.small).toEqual([]);
    await show(page, button("width:60px;height:30px", "flat"));
    expect((await measure(page, "targets")).targets).toEqual({ small: ['button "flat" 60 × 30'], smallest: 30 });
    await show(page, button("width:30px;height:30px", '<i style="position:absolute;inset:-10px"></i>widened'));
    expect((await measure(page, "targets")).targets.small).toEqual([]);
    await show(page, '<p>A sentence with <a href="#x">a link</a> in it.</p>');
    expect((await measure(page, "targets")).targets.small).toEqual([]);
    await show(page, '<label style="display:block;padding:12px 0"><input type="checkbox">with its words</label>');
    expect((await measure(page, "targets")).targets.small).toEqual([]);
  });

  test("what was scrolled to be measured is scrolled back", async ({ page }) => {
    await show(page, `<div style="height:3000px"></div><button style="width:20px;height:20px">far</button>`);
    expect((await measure(page, "targets")).targets.small).toHaveLength(1);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  test("the edge of a control is told from what is next to it", async ({ page }) => {
    const edge = (colour: string, ground = "#fff") => `<input aria-label="Name" style="border:1px solid ${colour};background:${ground}">`;
    await show(page, edge("#888"));
    expect((await measure(page, "borders")).borders.faint).toEqual([]);
    await show(page, edge("#ccc"));
    expect((await measure(page, "borders")).borders).toEqual({ faint: ['input "Name" 1.61:1'], faintest: expect.closeTo(1.61, 1) });
    await show(page, edge("#ccc", "#333"));
    expect((await measure(page, "borders")).borders.faint).toEqual([]);
  });

  test("a text that stayed English is told from one that is right, from a part that was put in and from a name", async ({ page }) => {
    await show(page, '<button aria-label="Sign in">Anmelden</button><p>Passwörter</p>');
    expect(await englishOn(page, "de")).toEqual(["Sign in"]);
    await show(page, "<p>More actions for Shop 1</p><p>Weitere Aktionen für Shop 1</p><p>Home</p>");
    expect(await englishOn(page, "de")).toEqual(["More actions for Shop 1"]);
    await show(page, '<p style="display:none">Sign in</p>');
    expect(await englishOn(page, "de")).toEqual([]);
  });

  test("the page is not wider than the window, and nothing is outside it where it cannot be reached", async ({ page }) => {
    await show(page, "<button>inside</button>");
    expect((await measure(page, "sideways")).sideways).toEqual([]);
    await show(page, '<div style="width:3000px">wide</div>');
    expect((await measure(page, "sideways")).sideways).toEqual(["the page is 3000 wide"]);
    const outside = '<button style="position:absolute;left:1300px">gone</button>';
    await show(page, `<div style="position:relative;overflow:hidden;height:99px">${outside}</div>`);
    expect((await measure(page, "sideways")).sideways).toHaveLength(1);
    await show(page, `<div style="position:relative;overflow:auto;height:99px">${outside}</div>`);
    expect((await measure(page, "sideways")).sideways).toEqual([]);
  });

  test("what jumps by itself is counted", async ({ page }) => {
    await watchShift(page);
    await page.goto(product.origin);
    const before = (await shiftOf(page)).total;
    await page.waitForTimeout(600); // for as long the browser forgives what follows a press
    await page.evaluate(() => document.body.prepend(Object.assign(document.createElement("div"), { className: "late" })));
    await page.evaluate(() => {
      const late = document.querySelector<HTMLElement>(".late");
      if (late) late.style.height = "300px";
    });
    await expect.poll(async () => (await shiftOf(page)).total - before).toBeGreaterThan(0.02);
  });

  test("what axe leaves open about contrast is computed where it can be", async ({ page }) => {
    const text = (id: string, style: string, rest = "") => `<p id="${id}" style="position:relative;${style}">text${rest}</p>`;
    await show(
      page,
      text("a", "color:#000") +
        text("b", "color:#aaa") +
        text("c", "color:#fff;background:linear-gradient(#a00,#00a)") +
        text("d", "color:#fff;background:linear-gradient(#a00,#fff)") +
        text("e", "background:url(data:,)") +
        `<div style="position:relative">${text("f", "color:#000")}<i style="position:absolute;inset:0"></i></div>` +
        `<div style="position:relative">${text("g", "color:#000")}<i style="position:absolute;inset:0;background:#0008"></i></div>`,
    );
    const asked = ["#a", "#b", "#c", "#d", "#e", "#f", "#g"];
    expect(await decide(page, asked, null)).toEqual([true, false, true, false, null, true, null]);
    expect(await decide(page, ["#b"], "[role=menu]")).toEqual([true]);
  });

  test("of an open menu axe sees what is in it, what opened it and what it is to the page; in the dark colours alone", async ({ page }) => {
    const menu = '<div role="menu"><p style="color:#ccc;background:#fff">faint</p></div>';
    const opener = '<button aria-expanded="true" aria-controls="nowhere">More</button>';
    await page.setContent(`<!doctype html><html lang="en"><title>A</title><main><h1>A</h1>${opener}<img src="data:,"></main>${menu}`);
    const rules = async (...[theme, within]: [Look["theme"], string | null]) =>
      (await audited(page, theme, within)).wrong.map((what) => what.split(":")[0]).toSorted();
    expect(await rules("light", POPUPS)).toEqual(["aria-required-children", "aria-valid-attr-value", "color-contrast", "region"]);
    expect(await rules("light", null)).toContain("image-alt");
    expect(await rules("dark", POPUPS)).toEqual(["color-contrast"]);
    expect(await rules("dark", null)).toEqual(["color-contrast"]);
  });

  test("a menu that does not open is named, with what was waited for", async ({ page }) => {
    await show(page, '<main><button aria-haspopup="menu">Broken</button></main>');
    expect(await eachMenu(page, new Set(), async () => undefined)).toEqual([expect.stringMatching(/^Broken: expect/)]);
  });

  test("narrow windows are under a finger, wide ones are not, and it stays so", async ({ page }) => {
    const isCoarse = () => page.evaluate(() => window.matchMedia("(pointer: coarse)").matches);
    const [wide, , , narrow] = looksOf("light") as [Look, Look, Look, Look];
    await takeLook(page, narrow);
    expect(await isCoarse()).toBe(true);
    await takeLook(page, wide);
    expect(await isCoarse()).toBe(false);
  });
});

test("every page of the product is a screen of the gallery", () => {
  const sources = ["../../packages/app/src/routes.tsx", "../../apps/web/src/site/site-routes.tsx"];
  const written = sources.flatMap((path) => [
    ...readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8").matchAll(/\bpath: "([^"]+)"/g),
  ]);
  const routes = [...written.map(([, path = ""]) => path), ...KIND_NAMES.map((kind) => kindOf(kind).page)];
  expect(routes.length).toBeGreaterThan(20);
  const shown = new Set(Object.values(SCREENS).map(({ path }) => path));
  // The last is for every other address; what is in a vault is reached from the vaults, and a team from the teams.
  const reached = (path: string) => shown.has(path) || path === "*" || /^\/(?:vaults|team)\//.test(path);
  expect(routes.filter((path) => !reached(path))).toEqual([]);
});

/** A part of what `npm run gallery` walks, small enough for every day. */
const PART: readonly (readonly [string, StateName])[] = [
  ["not found", "outside"],
  ["trash", "empty"],
  ["trash", "error"],
  ["mfa", "offline"],
  // What comes late pushes nothing down.
  ["vaults", "empty"],
];

test("a part of it is walked, nothing is found, and each look has its picture on the page", async ({ browser }) => {
  test.setTimeout(300_000);
  const out = mkdtempSync(join(tmpdir(), "coffer-gallery-"));
  const pageOf = openPages(browser, product);
  const rows: Row[] = [];
  for (const [at, [name, state]] of PART.entries()) {
    const screen = SCREENS[name];
    if (!screen) throw new Error(`There is no screen "${name}"`);
    const page = await pageOf(STATES[state].account);
    const [width] = at % 2 === 0 ? ([360] as const) : ([1440] as const);
    const job = { name, screen, state, product, out, menus: new Map(), themes: [at < 2 ? "light" : "dark"] as const };
    rows.push(...(await visit(page, { ...job, widths: WIDTHS.filter((one) => one === width) })));
  }
  writePage(out, rows);
  const html = readFileSync(join(out, "index.html"), "utf8");
  expect(rows.flatMap(({ findings }) => findings)).toEqual([]);
  expect(figuresOf(rows).every(({ holds }: { holds: boolean }) => holds)).toBe(true);
  expect(rows).toHaveLength(PART.length);
  for (const { pictures } of rows) {
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) expect([html.includes(picture), existsSync(join(out, picture))]).toEqual([true, true]);
  }
  rmSync(out, { recursive: true });
});

test("a screen that cannot be come to is a finding", async ({ browser }) => {
  const page = await newProfile(browser);
  await watchShift(page);
  await page.goto(product.origin);
  const reach = (there: Page) => there.getByText("No page says this").click({ timeout: 500 });
  const job = { name: "nowhere", screen: { path: "/features", states: [], reach }, state: "outside" as const, menus: new Map() };
  const rows = await visit(page, { ...job, product, out: tmpdir(), themes: ["light"], widths: [1024] });
  expect(rows).toMatchObject([{ findings: [{ rule: "unreached" }] }]);
  expect(figuresOf(rows).find(({ holds }: { holds: boolean }) => !holds)).toMatchObject({ against: 1 });
});
