/** Which server this extension speaks to: said once by the person, kept in this browser. */
const SLOT = "server";

export async function knownServer(): Promise<string | null> {
  const { [SLOT]: kept } = await chrome.storage.local.get(SLOT);
  return typeof kept === "string" ? kept : null;
}

export const keepServer = (origin: string): Promise<void> => chrome.storage.local.set({ [SLOT]: origin });
