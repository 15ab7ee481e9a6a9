/** A panel of this device's settings: the rows of SETTINGS_OF_DEVICE that belong to it. */
import { DEVICE_PANELS, type DevicePanelId, EXTENSION_PANELS, type ExtensionPanelId } from "@coffer/core/device/setting-panels";
import { type DeviceSettingRow, SETTINGS_OF_DEVICE, type SettingsTable, type SettingValue } from "@coffer/core/device/settings";
import { useClient } from "../../frame/client-context.tsx";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { useDeviceSettings } from "../../frame/device-settings.ts";
import { changeSettings } from "../../frame/stored-settings.ts";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./Panels.module.css";
import { SettingControl } from "./SettingControl.tsx";

const PANELS = { ...DEVICE_PANELS, ...EXTENSION_PANELS };

/** @param table - where the rows are from. */
export function DevicePanel({ id, table = SETTINGS_OF_DEVICE }: { id: DevicePanelId | ExtensionPanelId; table?: SettingsTable }) {
  const { title, hint } = PANELS[id];
  const rows = Object.entries(table).filter(([, row]) => row.shown === id);
  return (
    <Panel id={id} title={title} {...(hint === null ? {} : { hint })}>
      <div className={styles.settings}>
        {rows.map(([name, row]) => {
          const Kept = row.kept === "account" ? OfAccount : OfBrowser;
          return <Kept key={name} name={name} row={row} isNamed={row.label === title} />;
        })}
      </div>
    </Panel>
  );
}

interface Props {
  readonly name: string;
  readonly row: DeviceSettingRow;
  readonly isNamed: boolean;
}

function OfBrowser({ row, isNamed }: Props) {
  const [value, choose] = useDeviceSetting(row);
  return <SettingControl row={row} value={value} onChange={choose} isNamed={isNamed} />;
}

function OfAccount({ name, row, isNamed }: Props) {
  const { account } = useClient();
  const settings: Readonly<Record<string, SettingValue>> = { ...useDeviceSettings() };
  const choose = (value: SettingValue): void =>
    void changeSettings(account.lockSettings, { [name]: value }).catch((error: unknown) =>
      toast.failed(error, "Failed to save the setting"),
    );
  return <SettingControl row={row} value={settings[name] ?? row.fallback} onChange={choose} isNamed={isNamed} />;
}
