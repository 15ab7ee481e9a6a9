/** What is set for this device: theme, lock, clipboard, icons. Every change holds at once. */
import type { LockSettings } from "@coffer/client";
import { SETTINGS_OF_DEVICE } from "@coffer/core/account/device-settings";
import { NativeSelect, Radio, Switch, useMantineColorScheme } from "@mantine/core";
import { useClient } from "../../frame/client-context.tsx";
import { deviceSettings, useDeviceSettings } from "../../frame/device-settings.ts";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/Switch.layer.css";

export interface PanelProps {
  readonly id: string;
  readonly title: string;
}

const { after: AFTER, action: ACTION, clipboardSeconds: CLIPBOARD } = SETTINGS_OF_DEVICE;

/** Shows a change at once and keeps it; what cannot be kept is taken back. */
function useChange(): (part: Partial<LockSettings>) => Promise<void> {
  const { account } = useClient();
  return async (part) => {
    const before = deviceSettings.current();
    const next = { ...before, ...part };
    deviceSettings.show(next);
    try {
      await account.lockSettings.write(next);
    } catch (error) {
      deviceSettings.show(before);
      toast.failed(error, "Failed to save the setting");
    }
  };
}

export function ThemePanel({ id, title }: PanelProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel id={id} title={title}>
      <Radio.Group
        aria-labelledby={`${id}-title`}
        value={colorScheme}
        onChange={(value) => setColorScheme(value === "dark" ? "dark" : "light")}
      >
        <div className="settings-choices">
          <Radio value="light" label="Light" />
          <Radio value="dark" label="Dark" />
        </div>
      </Radio.Group>
    </Panel>
  );
}

export function LockPanel({ id, title }: PanelProps) {
  const { after, action } = useDeviceSettings();
  const change = useChange();
  const choose = (label: string) => {
    const choice = AFTER.choices.find((known) => known.label === label);
    if (choice !== undefined) void change({ after: choice.value });
  };
  return (
    <Panel id={id} title={title} hint="What happens when nobody uses the vault on this device. Drafts are kept sealed.">
      <div className="settings-form">
        <NativeSelect
          label={AFTER.label}
          value={AFTER.choices.find(({ value }) => value === after)?.label ?? ""}
          data={AFTER.choices.map(({ label }) => label)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {after === "never" && (
          <div className="note note-warning" role="status">
            <div className="note-text">Whoever sits down at this device can read everything for as long as you are signed in.</div>
          </div>
        )}
        <Radio.Group
          label={ACTION.label}
          value={action}
          onChange={(value) => void change({ action: value === "logout" ? "logout" : "lock" })}
        >
          <div className="settings-choices">
            {ACTION.choices.map(({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </div>
        </Radio.Group>
      </div>
    </Panel>
  );
}

export function ClipboardPanel({ id, title }: PanelProps) {
  const { clipboardSeconds } = useDeviceSettings();
  const change = useChange();
  const choose = (label: string) => {
    const choice = CLIPBOARD.choices.find((known) => known.label === label);
    if (choice !== undefined) void change({ clipboardSeconds: choice.value });
  };
  return (
    <Panel id={id} title={title} hint="What you copy here leaves the clipboard again, if it is still there. Locking clears it too.">
      <div className="settings-form">
        <NativeSelect
          label={CLIPBOARD.label}
          value={CLIPBOARD.choices.find(({ value }) => value === clipboardSeconds)?.label ?? ""}
          data={CLIPBOARD.choices.map(({ label }) => label)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </div>
    </Panel>
  );
}

export function IconsPanel({ id, title }: PanelProps) {
  const { siteIcons } = useDeviceSettings();
  const change = useChange();
  return (
    <Panel id={id} title={title}>
      <Switch
        checked={siteIcons}
        label={SETTINGS_OF_DEVICE.siteIcons.label}
        description="Each site then sees that somebody at your address looks at its entry. Our server is never asked and learns nothing."
        onChange={(event) => void change({ siteIcons: event.currentTarget.checked })}
      />
    </Panel>
  );
}
