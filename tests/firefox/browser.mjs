/** A real Firefox with the real extension, kept from every other address. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFirefox } from "../../tools/browser.mjs";
import { ROOT } from "../../tools/ensure.mjs";
import { openLine, tabOf } from "./marionette.mjs";

const EXTENSION = join(ROOT, "apps/extension/dist/firefox");
const MANIFEST = JSON.parse(readFileSync(join(EXTENSION, "manifest.json"), "utf8"));
const HOST = "6f9a1c52-5f0e-4b6e-9d7b-2c1a4e8b3d10";
const STARTS_WITHIN_MS = 60_000;

/** Requests to other machines go to a closed port; nothing is looked up, sent or updated. */
const PREFERENCES = {
  "extensions.webextensions.uuids": JSON.stringify({ [MANIFEST.browser_specific_settings.gecko.id]: HOST }),
  "marionette.port": 0,
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "browser.aboutwelcome.enabled": false,
  "dom.disable_open_during_load": false,
};

/** @returns `tab` for the active tab, `pages` for the address of the extension's own pages, and how to close it all. */
export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "coffer-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const browser = spawn(findFirefox(), ["-headless", "-no-remote", "-marionette", "-remote-allow-system-access", "-profile", profile], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  const line = await openLine(await portIn(profile));
  const { call } = line;
  await call("WebDriver:NewSession", { capabilities: { alwaysMatch: { timeouts: { pageLoad: 8_000, script: 30_000 } } } });
  await call("Addon:Install", { path: EXTENSION, temporary: true });
  const close = async () => {
    await call("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => undefined);
    line.end();
    const late = setTimeout(() => browser.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(late);
    rmSync(profile, { recursive: true, force: true });
  };
  return { call, tab: tabOf(call), pages: `moz-extension://${HOST}/`, close };
}

async function portIn(profile) {
  const file = join(profile, "MarionetteActivePort");
  for (const start = Date.now(); Date.now() - start < STARTS_WITHIN_MS; await pause(100)) {
    const port = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
    if (port > 0) return port;
  }
  throw new Error("Firefox did not start");
}
