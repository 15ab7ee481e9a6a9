/** The settings of SETTINGS_OF_DEVICE that are kept in the browser's storage: how things look, which keys work. Followed by every tab. */
import { type DeviceSettingRow, type ValueOf, valueIn } from "@coffer/core/device/settings";
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

export function readSetting<Row extends DeviceSettingRow>(row: Row): ValueOf<Row> {
  const { follows } = row;
  return valueIn(row, follows !== undefined && kept(follows.slot) === "on" ? String(follows.value) : kept(row.slot));
}

/** Nothing where storage is switched off: the public pages work without. */
function kept(slot: string): string | null {
  try {
    return localStorage.getItem(slot);
  } catch {
    return null;
  }
}

export function chooseSetting<Row extends DeviceSettingRow>(row: Row, value: ValueOf<Row>): void {
  if (value === readSetting(row)) return;
  const isFollowing = row.follows?.value === value;
  if (row.follows !== undefined) localStorage.removeItem(row.follows.slot);
  if (row.follows !== undefined && isFollowing) localStorage.setItem(row.follows.slot, "on");
  // The value that holds in the meantime is written by the code that knows it.
  if (!isFollowing) localStorage.setItem(row.slot, String(value));
  for (const listener of listeners) listener();
}

export const isOn = (row: DeviceSettingRow): boolean => readSetting(row) === "on";

/** @returns what ends it. */
export function onSetting(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useDeviceSetting<Row extends DeviceSettingRow>(row: Row): [ValueOf<Row>, (value: ValueOf<Row>) => void] {
  const value = useSyncExternalStore(onSetting, () => readSetting(row));
  return [value, (next) => chooseSetting(row, next)];
}
