/** Registers the bridge for the pages of the user's server, and of no other. */
import { SERVER } from "../storage-keys.ts";
import { matchPatternOf } from "./match-pattern.ts";

const SCRIPT_ID = "bridge";

export async function registerBridge(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT_ID] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  await chrome.scripting.registerContentScripts([
    { id: SCRIPT_ID, matches: [matchPatternOf(server)], js: ["bridge.js"], runAt: "document_start", allFrames: false },
  ]);
}
