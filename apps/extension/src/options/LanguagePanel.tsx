/** The language of the extension's pages on this device: the browser's, or another that is in this build. */

import { BUILT } from "virtual:built-languages";
import type { PanelProps } from "@coffer/app/account/settings/panel-props.ts";
import { SettingControl } from "@coffer/app/account/settings/SettingControl.tsx";
import { Panel } from "@coffer/app/ui/Panel.tsx";
import { toast } from "@coffer/app/ui/toast.ts";
import type { DeviceSettingRow } from "@coffer/core/device/settings";
import { useEffect, useState } from "react";
import { chooseLanguage, chosenLanguage } from "../pages/own-language.ts";
import { LANGUAGE } from "../storage-keys.ts";

const OF_BROWSER = "browser";

const ROW: DeviceSettingRow = {
  kept: "browser",
  slot: LANGUAGE,
  label: "Language",
  choices: [{ value: OF_BROWSER, label: "As this browser" }, ...BUILT.map(({ code, name }) => ({ value: code, label: name }))],
  fallback: OF_BROWSER,
  drawn: "radio",
  shown: "extension",
};

export function LanguagePanel({ id, title }: PanelProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  useEffect(() => {
    chosenLanguage().then((language) => setChosen(language?.code ?? OF_BROWSER), toast.failed);
  }, []);
  const choose = async (value: unknown): Promise<void> => {
    await chooseLanguage(BUILT.find(({ code }) => code === value)?.code);
    location.reload();
  };
  return (
    <Panel
      id={id}
      title={title}
      hint="Of the popup, the menu at a field, and all other pages of this extension. They have it when they are next opened."
    >
      {chosen !== null && (
        <SettingControl
          row={ROW}
          value={chosen}
          isNamed
          onChange={(value) => void choose(value).catch((error: unknown) => toast.failed(error, "Failed to save the setting"))}
        />
      )}
    </Panel>
  );
}
