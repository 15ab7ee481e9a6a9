/** Finds the browsers of the journeys and the gym, or installs Debian's where that is possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const CHROMIUMS = [
  process.env.COFFER_BROWSER,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Chromium's drawing without its windows: an eighth less of the processor's time in the same journeys, and no extensions. */
const SHELLS = ["/usr/bin/chromium-headless-shell"];
const FIREFOXES = [
  process.env.COFFER_FIREFOX,
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** Quiet and alone: nothing that Chromium would look up by itself. */
export const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const firstOf = (places) => places.find((path) => path && existsSync(path));

/** @returns the path of a Chromium, or undefined. */
export const findBrowser = () => firstOf(CHROMIUMS);
/** @returns the path of the lightest browser that shows a page: for tests that need no extension. */
export const findPageBrowser = () => firstOf([process.env.COFFER_BROWSER, ...SHELLS, ...CHROMIUMS]);
/** @returns the path of a Firefox, or undefined. */
export const findFirefox = () => firstOf(FIREFOXES);

export const installBrowser = () => install("chromium", "Chromium", "COFFER_BROWSER");
export const installFirefox = () => install("firefox-esr", "Firefox", "COFFER_FIREFOX");

const APT = "/usr/bin/apt-get";

/** Not asked for by name and not missed: where it cannot be had at once, pages are shown by Chromium. */
export function installPageBrowser() {
  if (process.env.COFFER_BROWSER || process.getuid?.() !== 0 || firstOf(SHELLS) || !existsSync(APT)) return;
  const quick = ["-qq", "-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = (...args) => spawnSync(APT, [...quick, ...args], { stdio: "ignore", env, timeout: 120_000 }).status === 0;
  const shell = ["install", "-y", "--no-install-recommends", "chromium-headless-shell"];
  if (!get(...shell) && get("update")) get(...shell);
}

/** As root, or by sudo. @param variable - of the environment, which names one that is somewhere else */
export function install(name, what, variable) {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo"];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", name]]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    const { status } = spawnSync(command, rest, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (status !== 0) throw new Error(`No ${what} was found and it could not be installed. Install one, or name it in ${variable}.`);
  }
}
