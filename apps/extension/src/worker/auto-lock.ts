/** Locks the vault here after the chosen idle time, even if none of our pages is open. The web app counts its own time. */
import { isDueAtStart } from "@coffer/app/account/lock/auto-lock.ts";
import type { Client } from "@coffer/client";
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { browserAreas } from "../lasting-session.ts";
import { lockSession, type SessionEvent } from "../link/message-handler.ts";
import { slotName, USED_AT, WEB_SESSION_AT } from "../storage-keys.ts";

const ALARM = "rest";
const WATCHED = [USED_AT, WEB_SESSION_AT, slotName(LOCAL_HALF)];

/** Call once as the worker starts. @param lock - locks if it is due. */
export function watchAutoLock(lock: () => Promise<void>): void {
  chrome.alarms.onAlarm.addListener(({ name }) => {
    if (name === ALARM) void lock();
  });
  chrome.storage.session.onChanged.addListener((changes) => {
    if (WATCHED.some((name) => name in changes)) void setAlarm();
  });
}

/** Once a minute while there are keys: no change of the idle time has to be announced. */
async function setAlarm(): Promise<void> {
  const half = slotName(LOCAL_HALF);
  const { [half]: kept } = await chrome.storage.session.get(half);
  if (kept === undefined) await chrome.alarms.clear(ALARM);
  else if ((await chrome.alarms.get(ALARM)) === undefined) await chrome.alarms.create(ALARM, { periodInMinutes: 1 });
}

/** @returns whether it was due, and has been locked or ended. */
export async function lockIfDue({ account }: Client, tell: (news: SessionEvent) => void, now = Date.now()): Promise<boolean> {
  const { [USED_AT]: used, [WEB_SESSION_AT]: brought } = await chrome.storage.session.get([USED_AT, WEB_SESSION_AT]);
  // The keys have just come, and the page that brought them has not said so yet: idle time starts now.
  if (used === undefined && brought === undefined) await chrome.storage.session.set({ [USED_AT]: now });
  const lastUsedAt = Math.max(Number(used ?? 0), Number(brought ?? 0)) || now;
  const { after, action } = await account.lockSettings.read();
  if (!isDueAtStart(after, { lastUsedAt, now, isFirstPage: false })) return false;
  if (action === "lock") await lockSession({ areas: browserAreas(), tell });
  else await account.logout();
  return true;
}
