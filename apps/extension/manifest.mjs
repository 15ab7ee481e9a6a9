/** The manifest of each browser, from one source: they differ in how a background is named, and Firefox wants a name for itself. */
import { readFileSync } from "node:fs";

/** One version for all that is built together. */
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/**
 * What runs: the sources of each script, and how it is loaded. Scripts in pages are no modules. `most`: bytes, compressed, as built; a tenth more than it was, and the build
 * fails above. The script that recognises fields comes when someone is in one. `hasWords`: there is one of each language.
 */
export const SCRIPTS = [
  { name: "worker", entry: "src/worker/worker.ts", format: "iife", most: 232_000 },
  { name: "first", entry: "src/pages/first.ts", format: "es", most: 1_000 },
  { name: "page", entry: "src/content/page-script.ts", format: "iife", most: 50_000 },
  { name: "watch", entry: "src/save/input-script.ts", format: "iife", most: 500 },
  { name: "capture", entry: "src/save/capture-script.ts", format: "iife", most: 49_200 },
  { name: "question", entry: "src/save/question-script.ts", format: "iife", most: 1_740 },
  { name: "teach", entry: "src/teach/teach-script.ts", format: "iife", most: 3_400, hasWords: true },
  { name: "near", entry: "src/menu/focus-script.ts", format: "iife", most: 500 },
  { name: "field", entry: "src/menu/field-script.ts", format: "iife", most: 52_800 },
  { name: "hook", entry: "src/passkeys/hook-script.ts", format: "iife", most: 3_000 },
  { name: "relay", entry: "src/passkeys/relay-script.ts", format: "iife", most: 1_300 },
  { name: "bridge", entry: "src/link/bridge.ts", format: "iife", most: 600 },
];

/** What runs in every page, and how many bytes of it there may be together, as they are read: the build fails above. */
export const EVERY_PAGE = { scripts: ["near", "watch", "relay", "hook"], most: 15_000 };

/** What each permission is for; `docs/store.md` is written from it. */
export const PERMISSIONS = {
  alarms: "Locks the vault after the time you choose, even while no window of Coffer is open.",
  contextMenus: "Offers “Fill with Coffer” in the browser's own menu at a field.",
  scripting:
    "Places the script that reads and fills fields in a page when you go into a field or press Coffer's button; no script is loaded from a server.",
  storage: "Keeps the sealed vault on this device, and its keys in the browser's memory until the vault is locked.",
  unlimitedStorage: "Keeps changes that wait for the server when the browser runs out of room and deletes what sites have stored.",
  webRequest: "Notices that a site asks for a name and a password by the browser's own dialog. Requests are not read or changed otherwise.",
  webRequestAuthProvider: "Answers that dialog with the login that you press.",
};

/** Firefox needs none for what it calls a sidebar. */
export const PERMISSIONS_OF_CHROMIUM = {
  sidePanel: "Keeps Coffer open at the side of your pages, when you press for it.",
};

/** Which server it is, the person says; http is for this machine alone, and the client refuses it elsewhere. */
const PAGES_MAY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
].join("; ");

/** By their size in pixels: toolbars want 16 to 48, stores 128. */
const ICONS = Object.fromEntries([16, 32, 48, 128, 192].map((size) => [size, `icon-${size}.png`]));

const COMMON = {
  manifest_version: 3,
  name: "Coffer",
  version,
  default_locale: "en",
  description: "__MSG_description__",
  // No content script is declared: the worker injects one into a page when it is needed there, and one into the pages of the user's server.
  permissions: Object.keys(PERMISSIONS),
  host_permissions: ["http://*/*", "https://*/*"],
  icons: ICONS,
  // Drawn by the browser, where no page covers or moves anything: the popup is what the keys and the menu open. Where there is nothing to choose, a key fills at once.
  commands: {
    "fill-login": { suggested_key: { default: "Alt+Shift+L" }, description: "__MSG_fillLogin__" },
    _execute_action: { suggested_key: { default: "Ctrl+Shift+Y", mac: "Command+Shift+Y" }, description: "__MSG_open__" },
  },
  action: { default_popup: "popup.html", default_title: "Coffer", default_icon: ICONS },
  options_ui: { page: "options.html", open_in_tab: true },
  // A web page can frame only these two of our pages, and they show something only in a frame that we have placed. All others are not accessible, and do not start in a frame.
  web_accessible_resources: [{ resources: ["save.html", "menu.html"], matches: ["http://*/*", "https://*/*"], use_dynamic_url: true }],
  content_security_policy: { extension_pages: PAGES_MAY },
  incognito: "split",
};

export const MANIFESTS = {
  chromium: {
    ...COMMON,
    minimum_chrome_version: "120",
    permissions: Object.keys({ ...PERMISSIONS, ...PERMISSIONS_OF_CHROMIUM }),
    side_panel: { default_path: "panel.html" },
    background: { service_worker: "worker.js", type: "module" },
  },
  firefox: {
    ...COMMON,
    incognito: "spanning",
    background: { scripts: ["worker.js"], type: "module" },
    sidebar_action: { default_panel: "panel.html", default_title: "Coffer", default_icon: ICONS, open_at_install: false },
    browser_specific_settings: {
      gecko: {
        id: "{7a0e3c1d-52c4-4d0b-9a37-6f1f0c8e4b92}",
        strict_min_version: "128.0",
        data_collection_permissions: { required: ["none"] },
      },
    },
  },
};
