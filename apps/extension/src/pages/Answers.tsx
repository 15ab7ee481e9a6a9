/** The answers below a question, and what came of the one that was pressed. */
import type { ReactNode } from "react";
import { Answer } from "./Question.tsx";
import styles from "./SaveQuestion.module.css";
import type { Answers } from "./use-reply.ts";

export const AnswerRow = ({ said, children }: Pick<Answers, "said"> & { readonly children: ReactNode }) => (
  <>
    <div className={styles.buttons}>{children}</div>
    <p className={styles.said} role="status">
      {said}
    </p>
  </>
);

interface Props {
  readonly answers: Answers;
  /** On the main button. */
  readonly label: string;
  /** What its entry is, where it changes one, and what is said once it is saved. */
  readonly id?: string;
  readonly saved: string;
}

/** Of every question that asks whether to save. */
export const SaveAnswers = ({ answers: { said, isBusy, reply }, label, id = "", saved }: Props) => (
  <AnswerRow said={said}>
    <Answer isMain disabled={isBusy} onClick={reply({ offer: "save", id }, saved)}>
      {label}
    </Answer>
    <Answer disabled={isBusy} onClick={reply({ offer: "later" })}>
      Not now
    </Answer>
    <Answer disabled={isBusy} onClick={reply({ offer: "never" })}>
      Never here
    </Answer>
  </AnswerRow>
);
