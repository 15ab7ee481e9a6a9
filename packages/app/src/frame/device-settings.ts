/** The settings of SETTINGS_OF_DEVICE for the account that is signed in: when it locks, how long a copied secret stays. */
import { type AccountSettings, DEFAULT_SETTINGS } from "@coffer/core/device/settings";
import { useSyncExternalStore } from "react";

/** The defaults are used until the account's own are read, and whenever no one is signed in. */
let current = DEFAULT_SETTINGS;
const listeners = new Set<() => void>();

export const deviceSettings = {
  current: (): AccountSettings => current,
  show: (next: AccountSettings): void => {
    current = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useDeviceSettings = (): AccountSettings => useSyncExternalStore(deviceSettings.subscribe, deviceSettings.current);
