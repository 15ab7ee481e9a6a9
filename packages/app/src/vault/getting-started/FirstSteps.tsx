/** The first steps of a new account: the next one at the foot of the sidebar until all are done or hidden; where there is no sidebar all of them, below the vaults. */
import type { Contents } from "@coffer/client";
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import styles from "./FirstSteps.module.css";
import { type Step, stepsLeft } from "./first-steps.ts";
import { useExample, useFirstSteps } from "./queries.ts";

/** @param inSidebar - the next step alone, on one line. */
export function FirstSteps({ contents, inSidebar = false }: { contents: Contents; inSidebar?: boolean }) {
  const { data: example = null, isPending } = useExample(contents);
  const shown = useFirstSteps(contents, new Set(example?.itemIds));
  if (shown === null || isPending) return null;
  const { steps, dismiss } = shown;
  const left = steps.filter(({ isDone }) => !isDone);
  const [next] = left;
  return (
    <section data-own className={styles.steps} data-in-sidebar={inSidebar || undefined} aria-labelledby="steps-title">
      <div className={styles.head}>
        <h2 id="steps-title" className={inSidebar ? "visually-hidden" : undefined}>
          {stepsLeft(left.length)}
        </h2>
        {inSidebar && next && (
          <Link to={next.to} className={styles.next}>
            <span className={styles.mark} aria-hidden />
            {next.title}
          </Link>
        )}
        {inSidebar && (
          <span className={styles.left} aria-hidden>
            {`${left.length} left`}
          </span>
        )}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Hide the first steps" onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <progress className={styles.bar} max={steps.length} value={steps.length - left.length} aria-label="First steps" />
      {!inSidebar && <Steps steps={steps} />}
    </section>
  );
}

const Steps = ({ steps }: { steps: readonly (Omit<Step, "isDone"> & { readonly isDone: boolean })[] }) => (
  <ol className={styles.list}>
    {steps.map(({ title, text, to, isDone }) => (
      <li key={title} data-done={isDone || undefined}>
        <span className={styles.mark} aria-hidden>
          {isDone && <IconCheck size={18} stroke={2.4} />}
        </span>
        <div>
          {isDone ? <span className={styles.name}>{title}</span> : <Link to={to}>{title}</Link>}
          <p>{isDone ? "Done" : text}</p>
        </div>
      </li>
    ))}
  </ol>
);
