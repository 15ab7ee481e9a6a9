/** Asks whether to save a card or an address that was just sent: above the popup, and in our own frame in the page. */
import type { OwnOffer } from "../save/messages.ts";
import { Answer, Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { type Asked, useReply } from "./use-reply.ts";

const WORDS = { card: "card", personal: "address" } as const;

interface Props extends Asked {
  readonly offer: OwnOffer;
}

export function OwnQuestion({ offer: { own, host, what }, ...asked }: Props) {
  const { said, isBusy, reply } = useReply(asked);
  return (
    <Question label={`Save ${WORDS[own]}`}>
      <h1 className={styles.title}>Save this {WORDS[own]} in Coffer?</h1>
      <p className={styles.what}>
        <strong>{what}</strong>, as typed at {host}
      </p>
      <div className={styles.buttons}>
        <Answer isMain disabled={isBusy} onClick={reply({ offer: "save" }, "Saved in Coffer.")}>
          Save
        </Answer>
        <Answer disabled={isBusy} onClick={reply({ offer: "later" })}>
          Not now
        </Answer>
        <Answer disabled={isBusy} onClick={reply({ offer: "never" })}>
          Never here
        </Answer>
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
    </Question>
  );
}
