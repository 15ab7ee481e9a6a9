/** Whether shortcuts of single letters and signs work on this device; on at first. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/account/device-settings";
import { deviceSetting } from "../device-setting.ts";

export const LETTERS_SETTING = deviceSetting(SETTINGS_OF_DEVICE.letterShortcuts);
