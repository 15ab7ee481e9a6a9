/** The window that is open for a site's question: one at most. Kept in the browser's memory, because the worker may sleep while a person thinks. */
import { PASSKEY_ASKED } from "../storage-keys.ts";
import type { OpenCeremony } from "./messages.ts";

export const saveCeremony = (ceremony: OpenCeremony): Promise<void> => chrome.storage.session.set({ [PASSKEY_ASKED]: ceremony });
export const forgetCeremony = (): Promise<void> => chrome.storage.session.remove(PASSKEY_ASKED);

/** @returns null where its window is closed: nothing is left of it then. */
export async function openCeremony(): Promise<OpenCeremony | null> {
  const kept = await askedCeremony();
  if (kept?.windowId === undefined) return null;
  return chrome.windows.get(kept.windowId).then(
    () => kept,
    () => null,
  );
}

/** For the window itself, which may be quicker than the worker that opens it. */
export async function askedCeremony(): Promise<OpenCeremony | null> {
  const { [PASSKEY_ASKED]: kept } = await chrome.storage.session.get(PASSKEY_ASKED);
  return (kept as OpenCeremony | undefined) ?? null; // our own, from a storage that only we write
}
