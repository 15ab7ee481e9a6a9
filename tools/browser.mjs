/** Finds a Chromium for the journeys, or installs Debian's where that is possible. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = [
  process.env.COFFER_BROWSER,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
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

/** @returns the path of a browser, or undefined. */
export const findBrowser = () => PLACES.find((path) => path && existsSync(path));

export function installBrowser() {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo"];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    const { status } = spawnSync(command, rest, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    if (status !== 0) throw new Error("No Chromium was found and it could not be installed. Install one, or name it in COFFER_BROWSER.");
  }
}
