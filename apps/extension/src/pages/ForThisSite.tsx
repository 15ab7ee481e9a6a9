/** Above the app in the popup and the side panel: the logins for the site that is open, the user's own first, of each the likeliest, and the way to the extension's own settings. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { messageOf } from "@coffer/app/ui/error-message.ts";
import { mixedName } from "@coffer/core/items/mixed-scripts";
import { IconAlertTriangle, IconExternalLink, IconHandFinger, IconLayoutSidebarRight, IconSettings } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { startTeaching } from "../teach/start-teaching.ts";
import { keyOf, type Tab, windowInFront } from "./active-tab.ts";
import { FillOnLoad } from "./FillOnLoad.tsx";
import styles from "./ForThisSite.module.css";
import type { RunWithClient } from "./fill-outcome.ts";
import { OwnForThisForm } from "./OwnForThisForm.tsx";
import { openTab } from "./open-tab.ts";
import { hasPanel, makeWay, openPanel } from "./own-window.ts";
import { PasskeysForThisPage } from "./PasskeysForThisPage.tsx";
import { SiteRow } from "./SiteRow.tsx";
import { loginsFor, lookAlikeFor, type SiteLogin, watchContents } from "./site-logins.ts";

/** @param tab - null over a page that nothing fills: of the browser, of a file. */
export function ForThisSite({ watch, tab }: { watch: SessionWatch; tab: Tab | null }) {
  const { session, locked } = useSyncExternalStore(watch.subscribe, watch.state);
  const [canPoint, setCanPoint] = useState(true);
  if (session === null || locked) return null;
  return (
    <section className={styles.strip} aria-label="For this site">
      <header className={styles.head}>
        <h2 className={styles.title}>{tab === null ? "Nothing is filled in on this page" : "For this site"}</h2>
        {tab !== null && (
          <Icon label="Wrong field? Point at it" onClick={() => void startTeaching(tab.id).then(makeWay, () => setCanPoint(false))}>
            <IconHandFinger size={18} aria-hidden />
          </Icon>
        )}
        {hasPanel && <KeepOpen />}
        <Icon label="Open Coffer in a tab" onClick={() => void openTab("vault.html")}>
          <IconExternalLink size={18} aria-hidden />
        </Icon>
        <Icon label="Extension settings" onClick={() => void openTab("options.html")}>
          <IconSettings size={18} aria-hidden />
        </Icon>
      </header>
      {!canPoint && (
        <p className={styles.said} role="alert">
          Coffer cannot point at fields of this page.
        </p>
      )}
      {tab !== null && <Logins key={`${session.user.id} ${keyOf(tab)}`} watch={watch} tab={tab} />}
    </section>
  );
}

/** The window is asked for before the press: Firefox opens nothing after a wait. */
function KeepOpen() {
  const [windowId, setWindowId] = useState<number | null>(null);
  useEffect(() => void windowInFront().then(setWindowId), []);
  if (windowId === null) return null;
  return (
    <Icon label="Keep open at the side" onClick={() => void openPanel(windowId)}>
      <IconLayoutSidebarRight size={18} aria-hidden />
    </Icon>
  );
}

const Icon = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.icon} onClick={onClick} aria-label={label} title={label}>
    {children}
  </button>
);

function Logins({ watch, tab }: { watch: SessionWatch; tab: Tab }) {
  const [logins, setLogins] = useState<readonly SiteLogin[] | null>(null);
  const [said, setSaid] = useState("");
  const host = new URL(tab.address).host;
  useEffect(() => {
    const look = (): void => void loginsFor(watch, tab.address).then(setLogins, (error: unknown) => setSaid(messageOf(error)));
    return watchContents(watch, look);
  }, [watch, tab.address]);
  const does: RunWithClient = (work) => () => {
    setSaid(""); // what is said next is of this click, the same words too
    watch
      .later()
      .then(work)
      .then(setSaid, (error: unknown) => setSaid(messageOf(error)));
  };
  return (
    <>
      <PasskeysForThisPage watch={watch} tab={tab} />
      {logins?.length === 0 && <p className={styles.said}>No login for {host}.</p>}
      {logins !== null && <Warning watch={watch} address={tab.address} mayBeTaken={logins.every(({ whose }) => whose !== undefined)} />}
      <ul className={styles.rows}>
        {logins?.map((login) => (
          <SiteRow key={login.id} login={login} tab={tab} does={does} />
        ))}
      </ul>
      {logins?.some((login) => login.host === host && !login.asks && !login.isUnpicked) && (
        <FillOnLoad watch={watch} host={host} does={does} />
      )}
      <OwnForThisForm watch={watch} tab={tab} onSaid={setSaid} does={does} />
      <p className={styles.said} role="status">
        {said}
      </p>
    </>
  );
}

/** @param mayBeTaken - whether nothing of their own is offered: a user who looks for their login then may be on a phishing page. */
function Warning({ watch, address, mayBeTaken }: { watch: SessionWatch; address: string; mayBeTaken: boolean }) {
  const [like, setLike] = useState<string | null>(null);
  useEffect(() => {
    if (mayBeTaken) lookAlikeFor(watch, address).then(setLike, () => setLike(null)); // there is nothing to warn of that is known
  }, [watch, address, mayBeTaken]);
  const mixed = mixedName(new URL(address).hostname);
  if (like === null && mixed === null) return null;
  return (
    <p className={styles.warning} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      {like === null ? (
        <span>
          The name of this site, <strong>{mixed}</strong>, mixes letters of several alphabets. Such names are made to be taken for others.
        </span>
      ) : (
        <span>
          This is not <strong>{like}</strong>, though it looks like it. Do not type your password here.
        </span>
      )}
    </p>
  );
}
