/** Where the person wants no menu: until the vault is locked, and in the browser's memory alone, since it says where somebody was. */
import { MENU_NOT_HERE } from "../kept.ts";

async function quiet(): Promise<string[]> {
  const { [MENU_NOT_HERE]: kept } = await chrome.storage.session.get(MENU_NOT_HERE);
  return Array.isArray(kept) ? kept : [];
}

export const isQuietAt = async (origin: string): Promise<boolean> => (await quiet()).includes(origin);

export const quietAt = async (origin: string): Promise<void> =>
  chrome.storage.session.set({ [MENU_NOT_HERE]: [...new Set([...(await quiet()), origin])] });
