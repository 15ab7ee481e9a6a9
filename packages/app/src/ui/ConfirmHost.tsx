/** Shows the questions of `confirm.ts` in the browser's top layer, above any sheet. Mounted once, in App. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import styles from "./ConfirmHost.module.css";
import { type Question, questions } from "./confirm.ts";

function Dialog({ question }: { question: Question }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const messageId = useId();
  useEffect(() => {
    const before = document.activeElement;
    // Not at once: the Escape that asked the question would answer it as well.
    const opening = setTimeout(() => dialog.current?.showModal(), 0);
    return () => {
      clearTimeout(opening);
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={messageId}
      onCancel={(event) => {
        event.preventDefault();
        questions.answer(false);
      }}
    >
      <h2 id={titleId} className={styles.title}>
        {question.title}
      </h2>
      <div id={messageId} className={styles.message}>
        {question.message}
        {question.detail !== null && <div className={styles.detail}>{question.detail}</div>}
      </div>
      <div className={styles.actions}>
        {question.cancelLabel !== null && (
          <Button
            className={question.keeps ? styles.kept : undefined}
            variant={question.keeps ? "filled" : "default"}
            onClick={() => questions.answer(false)}
            autoFocus={question.danger || question.keeps}
          >
            {question.cancelLabel}
          </Button>
        )}
        <Button
          variant={question.keeps ? "default" : "filled"}
          color={question.danger ? "red" : "green"}
          onClick={() => questions.answer(true)}
          autoFocus={!(question.danger || question.keeps) || question.cancelLabel === null}
        >
          {question.confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}

export function ConfirmHost() {
  const question = useSyncExternalStore(questions.subscribe, questions.current);
  return question === null ? null : <Dialog key={`${question.title}${question.message}`} question={question} />;
}
