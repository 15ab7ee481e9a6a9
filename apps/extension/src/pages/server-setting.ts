/** Which server this extension uses: entered once by the user, stored in this browser. */
import { browserAreas } from "../lasting-session.ts";
import { SERVER } from "../storage-keys.ts";

export async function knownServer(): Promise<string | null> {
  const { [SERVER]: kept } = await chrome.storage.local.get(SERVER);
  return typeof kept === "string" ? kept : null;
}

export const keepServer = (origin: string): Promise<void> => chrome.storage.local.set({ [SERVER]: origin });

/** Also removes the session that came from it. */
export async function forgetServer(): Promise<void> {
  const { session, alone } = browserAreas();
  await alone(() => session.clear());
  await chrome.storage.local.remove(SERVER);
}
