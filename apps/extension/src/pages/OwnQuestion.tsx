/** Asks whether to save a card or an address that was just sent: above the popup, and in our own frame in the page. */
import type { OwnOffer } from "../save/messages.ts";
import { SaveAnswers } from "./Answers.tsx";
import { Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { type QuestionReply, useReply } from "./use-reply.ts";

const WORDS = { card: "card", personal: "address" } as const;

interface Props extends QuestionReply {
  readonly offer: OwnOffer;
}

export function OwnQuestion({ offer: { pending, own, host, what }, ...asked }: Props) {
  const answers = useReply({ ...asked, pending });
  return (
    <Question label={`Save ${WORDS[own]}`}>
      <h1 className={styles.title}>Save this {WORDS[own]} in Coffer?</h1>
      <p className={styles.what}>
        <strong>{what}</strong>, as typed at {host}
      </p>
      <SaveAnswers answers={answers} label="Save" saved="Saved in Coffer." />
    </Question>
  );
}
