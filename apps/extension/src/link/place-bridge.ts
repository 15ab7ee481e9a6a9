/** Puts the bridge into the pages of the person's server, and of no other. */
import { SERVER } from "../kept.ts";

const BRIDGE = "bridge";

/** Firefox knows no ports in patterns: the worker looks at the origin itself all the same. */
const patternsOf = (origin: string): string[] => [`${origin}/*`, `${new URL(origin).protocol}//${new URL(origin).hostname}/*`];

export async function placeBridge(): Promise<void> {
  const { [SERVER]: server } = await chrome.storage.local.get(SERVER);
  await chrome.scripting.unregisterContentScripts({ ids: [BRIDGE] }).catch(() => undefined); // there was none
  if (typeof server !== "string") return;
  const [exact = "", host = ""] = patternsOf(server);
  await register(exact).catch(() => register(host));
}

const register = (pattern: string): Promise<void> =>
  chrome.scripting.registerContentScripts([
    { id: BRIDGE, matches: [pattern], js: ["bridge.js"], runAt: "document_start", allFrames: false },
  ]);
