/** Tells the UI library which theme is chosen, and takes its choice: the theme is a setting of the device like any other. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import type { MantineColorSchemeManager } from "@mantine/core";
import { chooseSetting, onSetting, readSetting } from "./device-setting.ts";

const { theme } = SETTINGS_OF_DEVICE;
let stop = (): void => undefined;

export const themeManager: MantineColorSchemeManager = {
  get: () => readSetting(theme),
  set: (value) => chooseSetting(theme, value === "dark" ? "dark" : "light"),
  subscribe: (onUpdate) => {
    stop = onSetting(() => onUpdate(readSetting(theme)));
  },
  unsubscribe: () => stop(),
  clear: () => chooseSetting(theme, theme.fallback),
};
