/** Whether shortcuts of single letters and signs work on this device; on at first. */
import { deviceSetting } from "../device-setting.ts";

export const LETTERS_SETTING = deviceSetting("shortcuts", ["on", "off"]);
