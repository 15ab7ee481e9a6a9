/** How this device behaves for the account that is signed in: when it locks, how long a copied secret stays, whether sites are asked for icons. */
import type { LockSettings } from "@coffer/client";
import { DEFAULT_ACCOUNT_SETTINGS } from "@coffer/core/account/device-settings";
import { useSyncExternalStore } from "react";

/** The default ones until the account's own are read, and whenever nobody is signed in. */
let current = DEFAULT_ACCOUNT_SETTINGS;
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
