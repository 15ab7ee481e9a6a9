/** Makes the pictures of the landing page and of docs/ from the built product: a new account with a filled vault, in both themes. `node tools/ensure.mjs build && node tools/pictures.mjs` */
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "./browser.mjs";
import { PICTURE_EXPORT } from "./picture-vault.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Of the landing page, which has each in both themes; and of docs/. */
const [SITE, DOCS] = [here("../apps/web/src/site/pictures/"), here("../docs/pictures/")];
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const [EMAIL, PASSWORD] = ["sam@northwind.example", "Correct-Horse-9-Staple!"];
const lists = (page) => page.locator("article").nth(12);
const judged = (page) => page.getByRole("tab", { name: /^Weak/ });
const opened = async (page) => {
  await page.getByRole("button", { name: "Code Forge", exact: true }).click();
  await page.locator("[data-item-detail]").waitFor();
};
/** Name, path, what must be there, what is done then. */
const SHOTS = [
  ["items", "/all-items", lists],
  ["item", "/all-items", lists, opened],
  ["health", "/password-health", judged],
];

const dataDir = mkdtempSync(join(tmpdir(), "coffer-pictures-"));
const env = { ...process.env, PORT: "0", DATA_DIR: dataDir };
const server = spawn(process.execPath, [here("../apps/server/dist/main.js")], { env, stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_ARGS] });
try {
  await new Promise((resolve) => server.stdout.on("data", (chunk) => /register\?token=/.test(chunk) && resolve()));
  const link = readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim();
  for (const folder of [SITE, DOCS]) mkdirSync(folder, { recursive: true });
  const page = await browser.newPage({ viewport: WIDE });
  await fill(page, link);
  await takeAll(page, new URL(link).origin);
} finally {
  await browser.close();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function fill(page, link) {
  await page.goto(link);
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  const kit = page.getByRole("dialog", { name: "Save your recovery key" });
  await kit.waitFor();
  const groups = await page.getByTestId("kit-paper").locator("ol").first().locator("li").allTextContents();
  for (const label of await kit.locator("label").allInnerTexts())
    await kit.getByLabel(label, { exact: true }).fill(groups[Number(/\d+/.exec(label)?.[0]) - 1] ?? "");
  await kit.getByRole("button", { name: "I have saved it" }).click();
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Import File" }).first().click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "export.json", mimeType: "application/json", buffer: Buffer.from(PICTURE_EXPORT) });
  await page.getByRole("button", { name: /^Import \d+ new items/ }).click();
  await page.getByRole("button", { name: "Close the receipt" }).click();
  await page.getByRole("button", { name: "Hide the first steps" }).click();
}

async function takeAll(page, origin) {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const [name, path, isThere, then] of SHOTS)
      await shoot(page, { url: origin + path, isThere, then, file: join(SITE, `${name}-${theme}.jpg`) });
  }
  await page.setViewportSize(PHONE);
  await shoot(page, {
    url: `${origin}/all-items`,
    isThere: (there) => there.locator("article").nth(5),
    file: join(DOCS, "phone-dark.jpg"),
  });
  for (const name of ["items-light", "item-light", "item-dark", "health-light"])
    copyFileSync(join(SITE, `${name}.jpg`), join(DOCS, `${name}.jpg`));
}

async function shoot(page, { url, isThere, then, file }) {
  await page.goto(url);
  await isThere(page).waitFor();
  await page.waitForTimeout(6_000); // faces are swapped in, and Health has looked closely
  await then?.(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: file, type: "jpeg", quality: 82 });
}
