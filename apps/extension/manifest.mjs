/** The manifest of each browser, from one source: they differ in how a background is named, and Firefox wants a name for itself. */
import { readFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** What runs: the sources of each script, and how it is loaded. Scripts in pages are no modules. */
export const SCRIPTS = [
  { name: "worker", entry: "src/worker/worker.ts", format: "es" },
  { name: "page", entry: "src/content/page.ts", format: "iife" },
];

const COMMON = {
  manifest_version: 3,
  name: "Coffer",
  version,
  description: "Fills in what your Coffer vault holds.",
  // No script of ours is named for pages: the worker puts one into a page when it is needed there.
  permissions: ["scripting"],
  host_permissions: ["http://*/*", "https://*/*"],
  content_security_policy: {
    extension_pages: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; frame-ancestors 'none'",
  },
  incognito: "split",
};

export const MANIFESTS = {
  chromium: { ...COMMON, minimum_chrome_version: "120", background: { service_worker: "worker.js", type: "module" } },
  firefox: {
    ...COMMON,
    incognito: "spanning",
    background: { scripts: ["worker.js"], type: "module" },
    browser_specific_settings: { gecko: { id: "coffer@coffer.example", strict_min_version: "128.0" } },
  },
};
