/** Registers a script that waits in all pages but those of the user's own server: there no master password is ever looked at. */
import { matchPatternOf } from "./link/match-pattern.ts";
import { PASSKEYS_SUPPORTED } from "./passkeys/supported-browser.ts";
import { PASSKEYS_OFF, SERVER } from "./storage-keys.ts";

/**
 * Built file and registered id, which browsers keep: `near` waits for fields (menu/focus-script.ts), `watch` for logins (save/input-script.ts), `relay` and `hook` for
 * a call for a passkey (passkeys/).
 */
const PAGE_SCRIPTS = {
  near: { allFrames: false },
  watch: { allFrames: true },
  relay: { allFrames: false },
  hook: { allFrames: false, world: "MAIN" },
} as const;
const OF_PASSKEYS: ReadonlySet<string> = new Set(["relay", "hook"]);

/** In this order: what is asked is there before what asks. */
export async function registerPageScripts(): Promise<void> {
  for (const id of Object.keys(PAGE_SCRIPTS)) await registerPageScript(id as keyof typeof PAGE_SCRIPTS);
}

async function registerPageScript(id: keyof typeof PAGE_SCRIPTS): Promise<void> {
  const { [SERVER]: server, [PASSKEYS_OFF]: off } = await chrome.storage.local.get([SERVER, PASSKEYS_OFF]);
  await chrome.scripting.unregisterContentScripts({ ids: [id] }).catch(() => undefined); // there was none
  if (typeof server !== "string" || (OF_PASSKEYS.has(id) && (off !== undefined || !PASSKEYS_SUPPORTED))) return;
  await chrome.scripting.registerContentScripts([
    {
      id,
      matches: ["http://*/*", "https://*/*"],
      excludeMatches: [matchPatternOf(server)],
      js: [`${id}.js`],
      runAt: "document_start",
      ...PAGE_SCRIPTS[id],
    },
  ]);
}
