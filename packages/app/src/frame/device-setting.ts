/** Choices of this device that are no secret: how lists look, which keys work. Kept in the browser's storage and followed by every tab. */
import { useSyncExternalStore } from "react";

export interface DeviceSetting<Value extends string> {
  readonly key: string;
  /** What it may be; the first is what it is until somebody chooses. */
  readonly values: readonly [Value, ...Value[]];
}

export const deviceSetting = <Value extends string>(key: string, values: readonly [Value, ...Value[]]): DeviceSetting<Value> => ({
  key,
  values,
});

const listeners = new Set<() => void>();

export function readSetting<Value extends string>({ key, values }: DeviceSetting<Value>): Value {
  const kept = localStorage.getItem(key);
  return values.find((value) => value === kept) ?? values[0];
}

export const isOn = (setting: DeviceSetting<"on" | "off">): boolean => readSetting(setting) === "on";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function useDeviceSetting<Value extends string>(setting: DeviceSetting<Value>): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(subscribe, () => readSetting(setting));
  const choose = (next: Value): void => {
    localStorage.setItem(setting.key, next);
    for (const listener of listeners) listener();
  };
  return [value, choose];
}
