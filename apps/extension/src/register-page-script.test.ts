/// <reference types="chrome" />
/** Which of our scripts wait in pages: none before there is a server, none in its own pages, those of passkeys only where the extension answers for them. */
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { BROWSER_TEXTS } from "../browser-texts.mjs";
import { registerBridge } from "./link/register-bridge.ts";
import { placeContextMenu } from "./menu/open-popup.ts";
import { PASSKEYS_OFF, SERVER } from "./storage-keys.ts";
import { fakeChrome } from "./testing/fake-chrome.ts";

const EVERYWHERE = ["http://*/*", "https://*/*"];
let local: Map<string, unknown>;
let scripts: Map<string, object>;
let menus: object[];
let registerPageScripts: () => Promise<void>;

beforeAll(async () => {
  vi.stubGlobal("location", { protocol: "chrome-extension:" });
  ({ registerPageScripts } = await import("./register-page-script.ts"));
});

beforeEach(() => {
  const { chrome, ...browser } = fakeChrome();
  [local, scripts, menus] = [browser.local, new Map([["bridge", {}]]), [{}]];
  const scripting = {
    unregisterContentScripts: async ({ ids: [id = ""] }: { ids: string[] }) => {
      if (!scripts.delete(id)) throw new Error("Nonexistent script ID");
    },
    registerContentScripts: async ([script]: [{ id: string }]) => void scripts.set(script.id, script),
  };
  const contextMenus = {
    removeAll: async () => void menus.splice(0),
    create: (menu: object) => void menus.push(menu),
  };
  const i18n = { getMessage: (name: keyof typeof BROWSER_TEXTS) => BROWSER_TEXTS[name] };
  vi.stubGlobal("chrome", { ...chrome, scripting, contextMenus, i18n });
});
afterEach(() => vi.unstubAllGlobals());

const place = () => Promise.all([registerPageScripts(), registerBridge(), placeContextMenu()]);

it("nothing waits before there is a server", async () => {
  await place();
  expect([[...scripts], menus]).toEqual([[], []]);
});

it("they wait in every page but the server's own, where the bridge is; a second time changes nothing", async () => {
  local.set(SERVER, "https://coffer.example");
  await place();
  await place();
  const own = ["https://coffer.example/*"];
  const inPages = { matches: EVERYWHERE, excludeMatches: own, runAt: "document_start" };
  expect(Object.fromEntries(scripts)).toEqual({
    near: { id: "near", js: ["near.js"], allFrames: false, ...inPages },
    watch: { id: "watch", js: ["watch.js"], allFrames: true, ...inPages },
    relay: { id: "relay", js: ["relay.js"], allFrames: false, ...inPages },
    hook: { id: "hook", js: ["hook.js"], allFrames: false, world: "MAIN", ...inPages },
    bridge: { id: "bridge", js: ["bridge.js"], allFrames: false, matches: own, runAt: "document_start" },
  });
  expect([...scripts.keys()].filter((id) => id !== "bridge")).toEqual(["near", "watch", "relay", "hook"]);
  expect(menus).toMatchObject([{ title: "Fill with Coffer", contexts: ["editable"], documentUrlPatterns: EVERYWHERE }]);
});

it("those of passkeys go where the person has switched them off", async () => {
  local.set(SERVER, "https://coffer.example");
  await place();
  local.set(PASSKEYS_OFF, true);
  await place();
  expect([...scripts.keys()].toSorted()).toEqual(["bridge", "near", "watch"]);
});
