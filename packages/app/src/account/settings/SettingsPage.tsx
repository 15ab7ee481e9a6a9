/** The settings: how this device behaves, and everything about the account but its content. */
import { DEVICE_PANELS, type DevicePanelId } from "@coffer/core/device/setting-panels";
import { type ComponentType, useEffect } from "react";
import { useLocation } from "react-router";
import { isChosenByServer } from "../../frame/language.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ActivityPanel } from "./ActivityPanel.tsx";
import { DeletePanel } from "./DeletePanel.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import { EmailPanel } from "./EmailPanel.tsx";
import { LanguagePanel } from "./LanguagePanel.tsx";
import { PasskeysPanel } from "./PasskeysPanel.tsx";
import { PasswordPanel } from "./PasswordPanel.tsx";
import { ProfilesPanel } from "./ProfilesPanel.tsx";
import type { PanelProps } from "./panel-props.ts";
import { RecoveryKeyPanel } from "./RecoveryKeyPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import styles from "./SettingsPage.module.css";
import { TwoFactorPanel } from "./TwoFactorPanel.tsx";

type PanelRow = PanelProps & { readonly panel: ComponentType<PanelProps> };

const ofDevice = (id: DevicePanelId): PanelRow => ({ id, title: DEVICE_PANELS[id].title, panel: () => <DevicePanel id={id} /> });
const LANGUAGE: PanelRow = { id: "language", title: "Language", panel: LanguagePanel };
/** How the page looks and reads comes first. */
const OF_DEVICE: readonly PanelRow[] = (Object.keys(DEVICE_PANELS) as DevicePanelId[]).flatMap((id) =>
  id === "theme" && isChosenByServer() ? [ofDevice(id), LANGUAGE] : [ofDevice(id)],
);

const OF_ACCOUNT: readonly PanelRow[] = [
  { id: "sessions", title: "Sessions", panel: SessionsPanel },
  { id: "two-factor", title: "Two-factor authentication", panel: TwoFactorPanel },
  { id: "passkeys", title: "Passkeys", panel: PasskeysPanel },
  { id: "password", title: "Master password", panel: PasswordPanel },
  { id: "email", title: "Email", panel: EmailPanel },
  { id: "recovery-key", title: "Recovery key", panel: RecoveryKeyPanel },
  { id: "profiles", title: "Linked profiles", panel: ProfilesPanel },
  { id: "activity", title: "Activity", panel: ActivityPanel },
  { id: "delete", title: "Delete account", panel: DeletePanel },
];

/** The panels in their order; the list next to them is read from here. */
const GROUPS: readonly { readonly heading: string; readonly panels: readonly PanelProps[] }[] = [
  { heading: "This device", panels: OF_DEVICE },
  { heading: "Your account", panels: OF_ACCOUNT },
];

/** Links of other pages name a panel. Later than the frame of the pages, which begins each at its top. */
function usePanelInSight(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again leads there again
  useEffect(() => {
    const drawn = requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView());
    return () => cancelAnimationFrame(drawn);
  }, [hash, key]);
}

export function SettingsPage() {
  usePanelInSight();
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <div className={styles.settings}>
        <nav className={styles.nav} aria-label="Settings">
          {GROUPS.map(({ heading, panels }) => (
            <div key={heading}>
              <div className={styles.heading}>{heading}</div>
              <ul>
                {panels.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={styles.panels}>
          {[...OF_DEVICE, ...OF_ACCOUNT].map(({ id, title, panel: Body }) => (
            <Body key={id} id={id} title={title} />
          ))}
        </div>
      </div>
    </>
  );
}
