/** Asks whether to save a card or an address that was just sent: above the popup, and in our own frame in the page. */
import type { OwnOffer } from "../save/messages.ts";
import { SaveAnswers } from "./Answers.tsx";
import { Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { type QuestionReply, useReply } from "./use-reply.ts";

const WORDS = {
  card: { label: "Save card", title: "Save this card in Coffer?" },
  personal: { label: "Save address", title: "Save this address in Coffer?" },
} as const;

interface Props extends QuestionReply {
  readonly offer: OwnOffer;
}

export function OwnQuestion({ offer: { pending, own, host, what }, ...asked }: Props) {
  const answers = useReply({ ...asked, pending });
  return (
    <Question label={WORDS[own].label}>
      <h1 className={styles.title}>{WORDS[own].title}</h1>
      <p className={styles.what}>
        <strong>{what}</strong>, as typed at {host}
      </p>
      <SaveAnswers answers={answers} label="Save" saved="Saved in Coffer." />
    </Question>
  );
}
