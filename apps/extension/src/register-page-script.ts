/** Registers a script that waits in all pages but those of the user's own server: there no master password is ever looked at. */
import { matchPatternOf } from "./link/match-pattern.ts";
import { SERVER } from "./storage-keys.ts";

/** Built file and registered id, which browsers keep: `near` waits for fields (menu/focus-script.ts), `watch` for logins (save/input-script.ts). */
const PAGE_SCRIPTS = { near: { allFrames: false }, watch: { allFrames: true } } as const;

export async function registerPageScript(id: keyof typeof PAGE_SCRIPTS): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [id] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
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
