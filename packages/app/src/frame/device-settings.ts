/** How this device behaves for the account that is signed in: when it locks, how long a copied secret stays, whether sites are asked for icons. */
import type { LockSettings } from "@coffer/client";
import { useSyncExternalStore } from "react";

/** Used until the account's own are read, and whenever nobody is signed in. */
export const DEFAULT_SETTINGS: LockSettings = {
  after: 15,
  action: "lock",
  clipboardSeconds: 30,
  siteIcons: false,
};

let current = DEFAULT_SETTINGS;
const listeners = new Set<() => void>();

export const deviceSettings = {
  current: (): LockSettings => current,
  show: (next: LockSettings): void => {
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useDeviceSettings = (): LockSettings => useSyncExternalStore(deviceSettings.subscribe, deviceSettings.current);
