/** Registers the script that waits for fields in all pages but those of the user's own server. */

import { matchPatternOf } from "../link/match-pattern.ts";
import { SERVER } from "../storage-keys.ts";

const SCRIPT_ID = "near";

export async function registerFocusScript(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT_ID] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  await chrome.scripting.registerContentScripts([
    {
      id: SCRIPT_ID,
      matches: ["http://*/*", "https://*/*"],
      excludeMatches: [matchPatternOf(server)],
      js: ["near.js"],
      runAt: "document_start",
    },
  ]);
}
