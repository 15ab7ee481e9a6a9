/** Forms appear late: a page is looked at several times after it has loaded. */

/** Delays between looks, ten seconds in all. */
const WAITS_MS = [0, 150, 300, 500, 800, 1200, 2000, 2000, 3000];

/** @param look - at what is loaded in a tab now; tells whether there is no more to be done. @returns what is to be called when something has loaded there. */
export function lookRepeatedly(look: (tabId: number) => Promise<boolean>): (tabId: number) => Promise<void> {
  /** How often it was looked at, by tab: one round at a time, which starts again when something loads in between. */
  const looks = new Map<number, number>();
  return async (tabId) => {
    const isLooking = looks.has(tabId);
    looks.set(tabId, 0);
    if (isLooking) return;
    for (;;) {
      const at = looks.get(tabId) ?? 0;
      const wait = WAITS_MS[at];
      if (wait === undefined) break;
      looks.set(tabId, at + 1);
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (await look(tabId).catch(() => false)) break; // a page that goes while it is filled has another in its place
    }
    looks.delete(tabId);
  };
}
