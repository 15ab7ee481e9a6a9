/** Has the script that waits for logins stand in all pages but those of the person's own server: no master password is ever looked at. */
import { SERVER } from "../kept.ts";
import { patternOf } from "../link/pattern.ts";

const WATCH = "watch";

export async function placeWatch(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [WATCH] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  await chrome.scripting.registerContentScripts([
    {
      id: WATCH,
      matches: ["http://*/*", "https://*/*"],
      excludeMatches: [patternOf(server)],
      js: ["watch.js"],
      runAt: "document_start",
      allFrames: true,
    },
  ]);
}
