/** The extension's settings: what it does by itself, how it makes passwords, and what it was told about single sites. */
import { DevicePanel } from "@coffer/app/account/settings/DevicePanel.tsx";
import { PageTitle } from "@coffer/app/ui/PageTitle.tsx";
import { Link } from "react-router";
import { PASSKEYS_SUPPORTED } from "../passkeys/supported-browser.ts";
import { AboutPanel } from "./AboutPanel.tsx";
import { LanguagePanel } from "./LanguagePanel.tsx";
import styles from "./OptionsPage.module.css";
import { PasskeysPanel } from "./PasskeysPanel.tsx";
import { SiteGroupsPanel } from "./SiteGroupsPanel.tsx";
import { ElsewherePanel, FilledOnLoadPanel, NeverSavedPanel, QuietPanel, TaughtPanel } from "./SitesPanels.tsx";

export function OptionsPage() {
  return (
    <>
      <PageTitle
        hint={
          <>
            The lock, the clipboard and your account are in the{" "}
            <Link className={styles.link ?? ""} to="/settings">
              settings
            </Link>
            .
          </>
        }
      >
        Extension settings
      </PageTitle>
      <div className={styles.panels}>
        <DevicePanel id="extension" />
        <DevicePanel id="generator" />
        {PASSKEYS_SUPPORTED && <PasskeysPanel id="passkeys" title="Passkeys" />}
        <FilledOnLoadPanel id="filled-on-load" title="Sites filled in by themselves" />
        <QuietPanel id="quiet" title="Sites without a menu" />
        <NeverSavedPanel id="never-saved" title="Sites where nothing is saved" />
        {PASSKEYS_SUPPORTED && <ElsewherePanel id="passkeys-elsewhere" title="Sites without passkeys of Coffer" />}
        <SiteGroupsPanel id="groups" title="Sites that share logins" />
        <TaughtPanel id="taught" title="Pages you taught Coffer" />
        <LanguagePanel id="language" title="Language" />
        <AboutPanel id="about" title="This extension" />
      </div>
    </>
  );
}
