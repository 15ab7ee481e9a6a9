/** Has the script that waits for fields stand in all pages but those of the person's own server. */
import { SERVER } from "../kept.ts";

const NEAR = "near";

export async function placeNear(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [NEAR] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  const { protocol, hostname } = new URL(server);
  // Firefox knows no ports in patterns; the worker looks at the origin itself all the same.
  await register(`${server}/*`).catch(() => register(`${protocol}//${hostname}/*`));
}

const register = (own: string): Promise<void> =>
  chrome.scripting.registerContentScripts([
    { id: NEAR, matches: ["http://*/*", "https://*/*"], excludeMatches: [own], js: ["near.js"], runAt: "document_start" },
  ]);
