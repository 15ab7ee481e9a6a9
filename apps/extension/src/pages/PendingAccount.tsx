/** Above the app in the popup: an account that was signed in on the web and that no one has agreed to here yet. */
import { browserPeers } from "@coffer/app/frame/session-watch.ts";
import { useState } from "react";
import { browserAreas } from "../lasting-session.ts";
import { acceptPending, refusePending } from "../link/message-handler.ts";
import type { WebSession } from "../link/web-session.ts";
import styles from "./PendingAccount.module.css";
import { Answer, Question } from "./Question.tsx";

export function PendingAccount({ pending, server }: { pending: WebSession; server: string }) {
  const [isAsked, setAsked] = useState(true);
  if (!isAsked) return null;
  const accept = async () => {
    await acceptPending(pending, browserAreas());
    // Our other open pages still have the previous account.
    browserPeers().broadcast("began");
    location.reload();
  };
  const refuse = async () => {
    await refusePending(browserAreas());
    setAsked(false);
  };
  return (
    <Question label="Account from the web" isUrgent>
      <p className={styles.text}>
        <strong>{pending.user.email}</strong> is signed in at {new URL(server).host}. Use this account in the extension too?
      </p>
      <Answer isMain onClick={() => void accept()}>
        Use this account
      </Answer>
      <Answer onClick={() => void refuse()}>Not now</Answer>
    </Question>
  );
}
