/**
 * Tells the UI library which theme is chosen, and takes its choice: the theme is a setting of the device like any other. While the device decides, the slot holds
 * what it has decided, so that it is always light or dark.
 */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { chooseSetting, onSetting, readSetting } from "./device-setting.ts";

const { theme } = SETTINGS_OF_DEVICE;
const system = window.matchMedia("(prefers-color-scheme: dark)");
let stop = (): void => undefined;

/** @returns the choice as the library calls it; writes down what the device says while that is the choice. */
function current(): MantineColorScheme {
  const chosen = readSetting(theme);
  if (chosen !== "system") return chosen;
  const now = system.matches ? "dark" : "light";
  if (localStorage.getItem(theme.slot) !== now) localStorage.setItem(theme.slot, now);
  return "auto";
}

export const themeManager: MantineColorSchemeManager = {
  get: current,
  set: (value) => chooseSetting(theme, value === "auto" ? "system" : value),
  subscribe: (onUpdate) => {
    const tell = () => onUpdate(current());
    const ends = [onSetting(tell), () => system.removeEventListener("change", tell)];
    system.addEventListener("change", tell);
    stop = () => {
      for (const end of ends) end();
    };
  },
  unsubscribe: () => stop(),
  clear: () => chooseSetting(theme, theme.fallback),
};
