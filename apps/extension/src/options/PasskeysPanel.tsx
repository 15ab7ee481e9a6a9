/** Whether this browser's extension answers websites that ask for a passkey. Not in Firefox, where it does not. */
import type { PanelProps } from "@coffer/app/account/settings/panel-props.ts";
import { SettingControl } from "@coffer/app/account/settings/SettingControl.tsx";
import { Panel } from "@coffer/app/ui/Panel.tsx";
import { toast } from "@coffer/app/ui/toast.ts";
import { ON_OFF } from "@coffer/core/device/extension-settings";
import type { DeviceSettingRow } from "@coffer/core/device/settings";
import { useEffect, useState } from "react";
import { PASSKEYS_OFF } from "../storage-keys.ts";

const ROW: DeviceSettingRow = {
  kept: "browser",
  slot: PASSKEYS_OFF,
  label: "Use passkeys of Coffer",
  description: "When a website asks for a passkey that is in your open vault, or wants to make one.",
  choices: ON_OFF,
  fallback: "on",
  drawn: "switch",
  shown: "extension",
};

export function PasskeysPanel({ id, title }: PanelProps) {
  const [isOff, setOff] = useState<boolean | null>(null);
  useEffect(() => {
    chrome.storage.local.get(PASSKEYS_OFF).then(({ [PASSKEYS_OFF]: off }) => setOff(off !== undefined), toast.failed);
  }, []);
  const choose = async (off: boolean): Promise<void> => {
    await (off ? chrome.storage.local.set({ [PASSKEYS_OFF]: true }) : chrome.storage.local.remove(PASSKEYS_OFF));
    setOff(off);
  };
  return (
    <Panel
      id={id}
      title={title}
      hint="Where your vault has none that fits, or is locked, your browser answers as if Coffer were not there."
    >
      {isOff !== null && (
        <SettingControl
          row={ROW}
          value={isOff ? "off" : "on"}
          isNamed={false}
          onChange={(value) => void choose(value === "off").catch((error: unknown) => toast.failed(error, "Failed to save the setting"))}
        />
      )}
    </Panel>
  );
}
