/** Makes the pictures of the landing page from the built product: a new account with the example vault, in both themes. `node tools/ensure.mjs build && node tools/pictures.mjs` */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "./browser.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const FOLDER = here("../apps/web/src/site/pictures/");
const [EMAIL, PASSWORD] = ["sam@northwind.example", "Correct-Horse-9-Staple!"];
const SHOTS = [
  ["items", "/all-items", (page) => page.locator("article").nth(3)],
  ["health", "/password-health", (page) => page.getByRole("tab", { name: /^Weak/ })],
];

const dataDir = mkdtempSync(join(tmpdir(), "coffer-pictures-"));
const env = { ...process.env, PORT: "0", DATA_DIR: dataDir };
const server = spawn(process.execPath, [here("../apps/server/dist/main.js")], { env, stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_ARGS] });
try {
  await new Promise((resolve) => server.stdout.on("data", (chunk) => /register\?token=/.test(chunk) && resolve()));
  const link = readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim();
  mkdirSync(FOLDER, { recursive: true });
  await takeAll(await browser.newPage({ viewport: { width: 1280, height: 800 } }), link);
} finally {
  await browser.close();
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(page, link) {
  const { origin } = new URL(link);
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
  await page.getByRole("button", { name: "Show me an example vault" }).click();
  await page.getByRole("button", { name: "Remove the example" }).waitFor();
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
    for (const [name, path, isThere] of SHOTS) {
      await page.goto(origin + path);
      await isThere(page).waitFor();
      await page.waitForTimeout(1_500); // faces are swapped in, and Health has looked closely
      await page.screenshot({ path: join(FOLDER, `${name}-${theme}.jpg`), type: "jpeg", quality: 82 });
    }
  }
}
