/** Has the script that waits for fields stand in all pages but those of the person's own server. */
import { SERVER } from "../kept.ts";
import { patternOf } from "../link/pattern.ts";

const NEAR = "near";

export async function placeNear(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [NEAR] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  await chrome.scripting.registerContentScripts([
    { id: NEAR, matches: ["http://*/*", "https://*/*"], excludeMatches: [patternOf(server)], js: ["near.js"], runAt: "document_start" },
  ]);
}
