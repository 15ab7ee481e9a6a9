/** What is in the browser's memory only while the vault is open. */
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { slotName } from "./storage-keys.ts";

/** Whether the keys are here: without them we store nothing in the browser's memory, not even a time. */
export async function hasKeys(): Promise<boolean> {
  const half = slotName(LOCAL_HALF);
  return (await chrome.storage.session.get(half))[half] !== undefined;
}

/** @param all - by tab; where there is none nothing is stored, not even an empty list. After a lock, be it a moment ago, nothing is there either: it is looked at last. */
export async function keepWhileOpen(name: string, all: object): Promise<void> {
  const { session } = chrome.storage;
  const isEmpty = Object.keys(all).length === 0;
  if (!isEmpty) await session.set({ [name]: all });
  if (isEmpty || !(await hasKeys())) await session.remove(name);
}
