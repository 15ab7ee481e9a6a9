/** Whether someone is using the product in this browser, over all its tabs: when last, and whether another of our pages was open before this one. */

const USED_SLOT = "lastUsedAt";
const SEEN_SLOT = "lastSeenAt";
/** Marks a tab over its reloads. */
const TAB_SLOT = "tabOpen";
/** Other tabs answer well within this. */
const ANSWER_MS = 200;
/** The time of last use is written no more often than this. */
const NOTE_MS = 1_000;

const timeIn = (slot: string): number | null => {
  const time = Number(localStorage.getItem(slot) ?? Number.NaN);
  return Number.isFinite(time) ? time : null;
};

export const presence = {
  lastUsedAt: (): number | null => timeIn(USED_SLOT),
  /** When one of our pages was last in front. */
  lastSeenAt: (): number | null => timeIn(SEEN_SLOT),
  used(now: number): void {
    if (now - (timeIn(USED_SLOT) ?? 0) >= NOTE_MS) localStorage.setItem(USED_SLOT, String(now));
  },
  seen(now: number): void {
    if (now - (timeIn(SEEN_SLOT) ?? 0) >= NOTE_MS) localStorage.setItem(SEEN_SLOT, String(now));
  },
};

/** For a tab whose memory was emptied: over the reload that follows it is the same tab. */
export const markTab = (): void => sessionStorage.setItem(TAB_SLOT, "1");

/** Answers other tabs that ask whether they are the first. Call once per page. */
export function announcePage(channel: BroadcastChannel): void {
  markTab();
  channel.addEventListener("message", ({ data }) => {
    if (data === "anybody?") channel.postMessage("here");
  });
}

/** Whether none of our pages was open before this one. Ask before announcing it. */
export async function isFirstPage(channel: BroadcastChannel): Promise<boolean> {
  if (sessionStorage.getItem(TAB_SLOT) !== null) return false;
  return new Promise((resolve) => {
    const silent = setTimeout(() => resolve(true), ANSWER_MS);
    channel.addEventListener("message", ({ data }) => {
      if (data !== "here") return;
      clearTimeout(silent);
      resolve(false);
    });
    channel.postMessage("anybody?");
  });
}
