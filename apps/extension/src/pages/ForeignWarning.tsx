/** Says that a password of the vault was typed into another site: above the popup, and in our own frame in the page. */
import type { ForeignPassword } from "../save/messages.ts";
import { AnswerRow } from "./Answers.tsx";
import { Answer, Question } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import { type QuestionReply, useReply } from "./use-reply.ts";

interface Props extends QuestionReply {
  readonly foreign: ForeignPassword;
}

export function ForeignWarning({ foreign: { host, titles }, ...asked }: Props) {
  const { said, isBusy, reply } = useReply(asked);
  return (
    <Question label="Password of another site" isUrgent>
      <h1 className={styles.title}>This password belongs to another site</h1>
      <p className={styles.what}>
        You typed the password of <strong>{titles.join(", ")}</strong> at <strong>{host}</strong>. Do not send it. If you have, change it
        where it belongs.
      </p>
      <AnswerRow said={said}>
        <Answer isMain disabled={isBusy} onClick={reply({ offer: "seen" })}>
          Understood
        </Answer>
      </AnswerRow>
    </Question>
  );
}
