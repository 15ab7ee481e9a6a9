/** The window that is open for a site's question: one at most. Kept in the browser's memory, because the worker may sleep while a person thinks. */
import { PASSKEY_ASKED } from "../storage-keys.ts";
import type { OpenCeremony } from "./messages.ts";

/** One after the other, over the worker and the windows. */
const alone = (work: () => Promise<void>): Promise<void> => navigator.locks.request("ceremony", work);

const set = (ceremony: OpenCeremony): Promise<void> => chrome.storage.session.set({ [PASSKEY_ASKED]: ceremony });
export const saveCeremony = (ceremony: OpenCeremony): Promise<void> => alone(() => set(ceremony));

/** By now another may be open: what is late of one before changes nothing of it. */
const ifStill = (id: string, work: (kept: OpenCeremony) => Promise<void>): Promise<void> =>
  alone(async () => {
    const kept = await askedCeremony();
    if (kept?.id === id) await work(kept);
  });
export const forgetCeremony = (id: string): Promise<void> => ifStill(id, () => chrome.storage.session.remove(PASSKEY_ASKED));
export const noteWindow = (id: string, windowId: number): Promise<void> => ifStill(id, (kept) => set({ ...kept, windowId }));

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
