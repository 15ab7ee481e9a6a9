/** The first steps of a new account, at the foot of the sidebar until they are done or hidden; below the vaults where there is no sidebar. */
import type { Contents } from "@coffer/client";
import { ActionIcon } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import styles from "./FirstSteps.module.css";
import { stepsLeft } from "./first-steps.ts";
import { useExample, useFirstSteps } from "./queries.ts";

/** @param inSidebar - only what is left, without explanation. */
export function FirstSteps({ contents, inSidebar = false }: { contents: Contents; inSidebar?: boolean }) {
  const { data: example = null, isPending } = useExample(contents);
  const shown = useFirstSteps(contents, new Set(example?.itemIds));
  if (shown === null || isPending) return null;
  const { steps, dismiss } = shown;
  const left = steps.filter(({ isDone }) => !isDone).length;
  return (
    <section className={styles.steps} data-in-sidebar={inSidebar || undefined} aria-labelledby="steps-title">
      <div className={styles.head}>
        <h2 id="steps-title">{stepsLeft(left)}</h2>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Hide the first steps" onClick={dismiss}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      <progress className={styles.bar} max={steps.length} value={steps.length - left} aria-label="First steps" />
      <ol className={styles.list}>
        {steps
          .filter(({ isDone }) => !(inSidebar && isDone))
          .map(({ title, text, to, isDone }) => (
            <li key={title} data-done={isDone || undefined}>
              <span className={styles.mark} aria-hidden>
                {isDone && <IconCheck size={18} stroke={2.4} />}
              </span>
              <div>
                {isDone ? <span className={styles.name}>{title}</span> : <Link to={to}>{title}</Link>}
                {!inSidebar && <p>{isDone ? "Done" : text}</p>}
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}
