/** Over the app in the popup: an account that was signed in on the web and that nobody has agreed to here yet. */
import { useState } from "react";
import { acceptPending, refusePending } from "../link/answer.ts";
import type { Brought } from "../link/brought.ts";
import styles from "./PendingAccount.module.css";

export function PendingAccount({ pending, server }: { pending: Brought; server: string }) {
  const [isAsked, setAsked] = useState(true);
  if (!isAsked) return null;
  const accept = async () => {
    await acceptPending(pending, chrome.storage);
    location.reload();
  };
  const refuse = async () => {
    await refusePending(chrome.storage);
    setAsked(false);
  };
  return (
    <section className={styles.question} aria-label="Account from the web">
      <p className={styles.text}>
        <strong>{pending.user.email}</strong> is signed in at {new URL(server).host}. Use this account in the extension too?
      </p>
      <button type="button" className={styles.yes} onClick={() => void accept()}>
        Use this account
      </button>
      <button type="button" className={styles.no} onClick={() => void refuse()}>
        Not now
      </button>
    </section>
  );
}
