/** The settings: how this device behaves, and everything about the account but its content. */
import type { ComponentType } from "react";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { ActivityPanel } from "./ActivityPanel.tsx";
import { DeletePanel } from "./DeletePanel.tsx";
import { ClipboardPanel, IconsPanel, LockPanel, ThemePanel } from "./DevicePanels.tsx";
import { EmailPanel } from "./EmailPanel.tsx";
import { PasswordPanel } from "./PasswordPanel.tsx";
import { ProfilesPanel } from "./ProfilesPanel.tsx";
import { RecoveryKeyPanel } from "./RecoveryKeyPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { TwoFactorPanel } from "./TwoFactorPanel.tsx";
import "../account.css";
import "./settings.css";

interface PanelRow {
  readonly id: string;
  readonly title: string;
  readonly panel: ComponentType<{ id: string; title: string }>;
}

/** The panels in their order; the list beside them is read from here. */
const GROUPS: readonly { readonly heading: string; readonly panels: readonly PanelRow[] }[] = [
  {
    heading: "This device",
    panels: [
      { id: "theme", title: "Theme", panel: ThemePanel },
      { id: "lock", title: "Lock", panel: LockPanel },
      { id: "clipboard", title: "Clipboard", panel: ClipboardPanel },
      { id: "icons", title: "Icons", panel: IconsPanel },
    ],
  },
  {
    heading: "Your account",
    panels: [
      { id: "sessions", title: "Sessions", panel: SessionsPanel },
      { id: "two-factor", title: "Two-factor authentication", panel: TwoFactorPanel },
      { id: "password", title: "Master password", panel: PasswordPanel },
      { id: "email", title: "Email", panel: EmailPanel },
      { id: "recovery-key", title: "Recovery key", panel: RecoveryKeyPanel },
      { id: "profiles", title: "Linked profiles", panel: ProfilesPanel },
      { id: "activity", title: "Activity", panel: ActivityPanel },
      { id: "delete", title: "Delete account", panel: DeletePanel },
    ],
  },
];

export function SettingsPage() {
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <div className="settings">
        <nav className="settings-nav" aria-label="Settings">
          {GROUPS.map(({ heading, panels }) => (
            <div key={heading}>
              <div className="settings-nav-heading">{heading}</div>
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
        <div className="settings-panels">
          {GROUPS.flatMap(({ panels }) => panels).map(({ id, title, panel: Body }) => (
            <Body key={id} id={id} title={title} />
          ))}
        </div>
      </div>
    </>
  );
}
