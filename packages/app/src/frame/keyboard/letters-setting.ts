/** Whether shortcuts of single letters and signs work on this device; on at first. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";

export const LETTERS_SETTING = SETTINGS_OF_DEVICE.shortcuts;
