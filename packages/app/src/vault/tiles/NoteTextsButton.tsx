/** The eye of a page of notes: whether they say their text, on this device. */
import { SETTINGS_OF_DEVICE } from "@coffer/core/device/settings";
import { ActionIcon } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useDeviceSetting } from "../../frame/device-setting.ts";

export const NOTE_TEXTS = SETTINGS_OF_DEVICE.noteTexts;

export function NoteTextsButton() {
  const [texts, choose] = useDeviceSetting(NOTE_TEXTS);
  const isOn = texts === "on";
  const label = isOn ? "Hide text of notes" : "Show text of notes";
  const Eye = isOn ? IconEye : IconEyeOff;
  return (
    <ActionIcon variant="subtle" color="gray" size={34} aria-label={label} title={label} onClick={() => choose(isOn ? "off" : "on")}>
      <Eye size={18} aria-hidden />
    </ActionIcon>
  );
}
