/** Says that a password of the vault was typed into another site: above the popup, and in our own frame in the page. */
import { type MouseEvent, useState } from "react";
import { COVERED, type ForeignPassword, type SaveOutcome } from "../save/messages.ts";
import { Answer, Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { ask } from "./SaveQuestion.tsx";

interface Props {
  readonly foreign: ForeignPassword;
  /** Whose tab it is about; the page's own where it is not said. */
  readonly tabId?: number;
  /** Whether a click is deliberate. */
  readonly isDeliberate: (event: MouseEvent) => boolean;
  readonly onDone: () => void;
}

export function ForeignWarning({ foreign: { host, titles }, tabId, isDeliberate, onDone }: Props) {
  const [said, setSaid] = useState("");
  const close = async (event: MouseEvent): Promise<void> => {
    if (!isDeliberate(event)) return setSaid(COVERED);
    const { failed } =
      (await ask<SaveOutcome | null>({ offer: "seen", ...(tabId === undefined ? {} : { tabId }) }).catch(() => null)) ?? {};
    return failed === undefined ? onDone() : setSaid(failed);
  };
  return (
    <Question label="Password of another site" isUrgent>
      <h1 className={styles.title}>This password belongs to another site</h1>
      <p className={styles.what}>
        You typed the password of <strong>{titles.join(", ")}</strong> at <strong>{host}</strong>. Do not send it. If you have, change it
        where it belongs.
      </p>
      <div className={styles.buttons}>
        <Answer isMain onClick={(event) => void close(event)}>
          Understood
        </Answer>
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
    </Question>
  );
}
