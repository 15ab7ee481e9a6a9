/** A question of the extension's, over the popup or in a page: what it is about, and its answers. */
import type { MouseEvent, ReactNode } from "react";
import styles from "./Question.module.css";

/** @param isUrgent - set off from what is below it. */
export const Question = ({ label, isUrgent = false, children }: { label: string; isUrgent?: boolean; children: ReactNode }) => (
  <section className={styles.question} data-urgent={isUrgent || undefined} aria-label={label}>
    {children}
  </section>
);

interface AnswerProps {
  /** The one that a question is asked for. */
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly onClick: (event: MouseEvent) => void | Promise<void>;
  readonly children: ReactNode;
}

export const Answer = ({ isMain = false, disabled = false, onClick, children }: AnswerProps) => (
  <button
    type="button"
    className={styles.answer}
    data-main={isMain || undefined}
    disabled={disabled}
    onClick={(event) => void onClick(event)}
  >
    {children}
  </button>
);
