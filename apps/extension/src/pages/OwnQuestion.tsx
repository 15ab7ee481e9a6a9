/** Asks whether to save a card or an address that was just sent: above the popup, and in our own frame in the page. */
import { type MouseEvent, useState } from "react";
import { COVERED, type OwnOffer, type Reply, type SaveOutcome } from "../save/messages.ts";
import { Answer, Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { ask } from "./SaveQuestion.tsx";

const WORDS = { card: "card", personal: "address" } as const;

interface Props {
  readonly offer: OwnOffer;
  /** Whose tab it is about; the page's own where it is not said. */
  readonly tabId?: number;
  /** Whether a click is deliberate. */
  readonly isDeliberate: (event: MouseEvent) => boolean;
  readonly onDone: () => void;
}

export function OwnQuestion({ offer: { own, host, what }, tabId, isDeliberate, onDone }: Props) {
  const [said, setSaid] = useState("");
  const [isBusy, setBusy] = useState(false);
  const reply = (kind: Reply) => async (event: MouseEvent) => {
    if (!isDeliberate(event)) return setSaid(COVERED);
    setBusy(true);
    const asked = ask<SaveOutcome | null>({ offer: kind, ...(tabId === undefined ? {} : { tabId }) });
    const { failed } = (await asked.catch(() => null)) ?? { failed: "Coffer was interrupted. Press again." };
    setBusy(false);
    if (failed !== undefined) return setSaid(failed);
    if (kind !== "save") return onDone();
    setSaid("Saved in Coffer.");
    setTimeout(onDone, 1_200);
  };
  const answer = (kind: Reply, text: string, isMain = false) => (
    <Answer isMain={isMain} disabled={isBusy} onClick={(event) => void reply(kind)(event)}>
      {text}
    </Answer>
  );
  return (
    <Question label={`Save ${WORDS[own]}`}>
      <h1 className={styles.title}>Save this {WORDS[own]} in Coffer?</h1>
      <p className={styles.what}>
        <strong>{what}</strong>, as typed at {host}
      </p>
      <div className={styles.buttons}>
        {answer("save", "Save", true)}
        {answer("later", "Not now")}
        {answer("never", "Never here")}
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
    </Question>
  );
}
