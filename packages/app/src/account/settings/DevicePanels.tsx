/** What is set for this device: theme, lock, clipboard, icons. Every change holds at once. */
import type { LockSettings } from "@coffer/client";
import { NativeSelect, Radio, Switch, useMantineColorScheme } from "@mantine/core";
import { useClient } from "../../frame/client-context.tsx";
import { deviceSettings, useDeviceSettings } from "../../frame/device-settings.ts";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { LOCK_CHOICES } from "../lock/auto-lock.ts";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/Switch.layer.css";

export interface PanelProps {
  readonly id: string;
  readonly title: string;
}

const CLIPBOARD_CHOICES: readonly { readonly seconds: LockSettings["clipboardSeconds"]; readonly label: string }[] = [
  { seconds: 10, label: "After 10 seconds" },
  { seconds: 20, label: "After 20 seconds" },
  { seconds: 30, label: "After 30 seconds" },
  { seconds: 60, label: "After 1 minute" },
  { seconds: 120, label: "After 2 minutes" },
  { seconds: 300, label: "After 5 minutes" },
  { seconds: 0, label: "Never" },
];

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
    const choice = LOCK_CHOICES.find((known) => known.label === label);
    if (choice !== undefined) void change({ after: choice.after });
  };
  return (
    <Panel id={id} title={title} hint="What happens when nobody uses the vault on this device. Drafts are kept sealed.">
      <div className="settings-form">
        <NativeSelect
          label="Lock the vault"
          value={LOCK_CHOICES.find((choice) => choice.after === after)?.label ?? ""}
          data={LOCK_CHOICES.map(({ label }) => label)}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {after === "never" && (
          <div className="note note-warning" role="status">
            <div className="note-text">Whoever sits down at this device can read everything for as long as you are signed in.</div>
          </div>
        )}
        <Radio.Group label="Then" value={action} onChange={(value) => void change({ action: value === "logout" ? "logout" : "lock" })}>
          <div className="settings-choices">
            <Radio value="lock" label="Lock" description="You stay signed in; the master password opens the vault again, even offline." />
            <Radio value="logout" label="Log out" description="Everything is removed from this device." />
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
    const choice = CLIPBOARD_CHOICES.find((known) => known.label === label);
    if (choice !== undefined) void change({ clipboardSeconds: choice.seconds });
  };
  return (
    <Panel id={id} title={title} hint="What you copy here leaves the clipboard again, if it is still there. Locking clears it too.">
      <div className="settings-form">
        <NativeSelect
          label="Clear the clipboard"
          value={CLIPBOARD_CHOICES.find(({ seconds }) => seconds === clipboardSeconds)?.label ?? ""}
          data={CLIPBOARD_CHOICES.map(({ label }) => label)}
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
        label="Load icons from the sites themselves"
        description="Each site then sees that somebody at your address looks at its entry. Our server is never asked and learns nothing."
        onChange={(event) => void change({ siteIcons: event.currentTarget.checked })}
      />
    </Panel>
  );
}
