/** Above the app in the popup while no one is signed in: the server, a way to another one, and a way to a tab, which stays open while the user looks up a code elsewhere. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { useSyncExternalStore } from "react";
import styles from "./OtherServer.module.css";
import { openTab } from "./open-tab.ts";
import { Answer } from "./Question.tsx";
import { forgetServer } from "./server-setting.ts";

export function OtherServer({ watch, server }: { watch: SessionWatch; server: string }) {
  const { ready, session } = useSyncExternalStore(watch.subscribe, watch.state);
  if (!ready || session !== null) return null;
  return (
    <section className={styles.line} aria-label="Your Coffer">
      <span className={styles.host}>{new URL(server).host}</span>
      <Answer onClick={() => void openTab("vault.html")}>Open in a tab</Answer>
      <Answer onClick={() => void forgetServer().then(() => location.reload())}>Another server</Answer>
    </section>
  );
}
