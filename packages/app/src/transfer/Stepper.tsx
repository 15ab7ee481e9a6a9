/** The current step of the wizard; the finished steps carry a tick. */
import { IconCheck } from "@tabler/icons-react";
import styles from "./Stepper.module.css";

interface Props {
  readonly steps: readonly string[];
  /** Index of the current step. */
  readonly current: number;
}

export function Stepper({ steps, current }: Props) {
  return (
    <ol className={styles.stepper} aria-label="Steps of the import">
      {steps.map((label, index) => (
        <li
          key={label}
          data-state={index < current ? "done" : index === current ? "current" : "ahead"}
          {...(index === current ? { "aria-current": "step" } : {})}
        >
          <span className={styles.mark} aria-hidden>
            {index < current ? <IconCheck size={18} stroke={2.5} /> : index + 1}
          </span>
          <span className={styles.label}>{label}</span>
        </li>
      ))}
    </ol>
  );
}
