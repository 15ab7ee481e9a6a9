/** Sites where the user wants no menu: until the vault is locked, and in the browser's memory alone, because it says where they have been. */
import { MUTED_ORIGINS } from "../storage-keys.ts";

async function mutedOrigins(): Promise<string[]> {
  const { [MUTED_ORIGINS]: kept } = await chrome.storage.session.get(MUTED_ORIGINS);
  return Array.isArray(kept) ? kept : [];
}

export const isMuted = async (origin: string): Promise<boolean> => (await mutedOrigins()).includes(origin);

export const muteOrigin = async (origin: string): Promise<void> =>
  chrome.storage.session.set({ [MUTED_ORIGINS]: [...new Set([...(await mutedOrigins()), origin])] });
