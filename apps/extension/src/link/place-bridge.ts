/** Puts the bridge into the pages of the person's server, and of no other. */
import { SERVER } from "../kept.ts";
import { patternOf } from "./pattern.ts";

const BRIDGE = "bridge";

export async function placeBridge(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [BRIDGE] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  await chrome.scripting.registerContentScripts([
    { id: BRIDGE, matches: [patternOf(server)], js: ["bridge.js"], runAt: "document_start", allFrames: false },
  ]);
}
