/** Over the app in the popup while nobody is signed in: at which server one would be, and the way to another. */
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { useSyncExternalStore } from "react";
import styles from "./OtherServer.module.css";
import { Answer } from "./Question.tsx";
import { forgetServer } from "./server.ts";

export function OtherServer({ watch, server }: { watch: SessionWatch; server: string }) {
  const { ready, session } = useSyncExternalStore(watch.subscribe, watch.state);
  if (!ready || session !== null) return null;
  return (
    <section className={styles.line} aria-label="Your Coffer">
      <span className={styles.host}>{new URL(server).host}</span>
      <Answer onClick={() => void forgetServer().then(() => location.reload())}>Another server</Answer>
    </section>
  );
}
