/** Above the app in the popup: an account that was signed in on the web and that no one has agreed to here yet. */
import { browserPeers } from "@coffer/app/frame/session-watch.ts";
import { messageOf } from "@coffer/app/ui/error-message.ts";
import { useState } from "react";
import { browserAreas } from "../lasting-session.ts";
import { acceptPending, refusePending } from "../link/message-handler.ts";
import type { WebSession } from "../link/web-session.ts";
import styles from "./PendingAccount.module.css";
import { Answer, Question } from "./Question.tsx";

export function PendingAccount({ pending, server }: { pending: WebSession; server: string }) {
  const [isAsked, setAsked] = useState(true);
  const [said, setSaid] = useState("");
  if (!isAsked) return null;
  const accept = async () => {
    try {
      await acceptPending(pending, browserAreas());
    } catch (error) {
      return setSaid(messageOf(error, "This account could not be used. Try again."));
    }
    // Our other open pages still have the previous account.
    browserPeers().broadcast("began");
    location.reload();
  };
  const refuse = async () => {
    try {
      await refusePending(browserAreas());
      setAsked(false);
    } catch (error) {
      setSaid(messageOf(error, "This answer could not be kept. Try again."));
    }
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
      {said !== "" && (
        <p className={styles.text} role="status">
          {said}
        </p>
      )}
    </Question>
  );
}
