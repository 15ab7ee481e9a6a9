/** How strong a password is, in the specification's words: a bar, the label, and what is still missing. Colour is never the only sign. */
import { ALL_REQUIREMENTS_MET, scorePassword } from "@coffer/core/passwords/strength";
import { strengthWords } from "@coffer/core/passwords/strength-words";
import { IconCheck, IconCircleDashed } from "@tabler/icons-react";
import { StrengthEstimate } from "./StrengthEstimate.tsx";
import styles from "./StrengthMeter.module.css";

const STEPS = [20, 40, 60, 80, 100] as const;

/** Which fifth a score of 0 to 100 is in; the colour and the filled part of the bar follow it. */
const strengthStep = (score: number): number => Math.max(0, Math.min(4, Math.ceil(score / 20) - 1));

export function StrengthMeter({
  password,
  email,
  username,
  hints = true,
}: {
  password: string;
  email?: string;
  username?: string;
  /** Whether to list what is missing below the bar, and to estimate the patterns. */
  hints?: boolean;
}) {
  const { score, label, unmet, met } = scorePassword(password, {
    ...(email === undefined ? {} : { email }),
    ...(username === undefined ? {} : { username }),
  });
  const step = strengthStep(score);
  return (
    <div className={styles.strength} data-step={step}>
      <div className={styles.line}>
        <div className={styles.bar} aria-hidden>
          {STEPS.map((end, index) => (
            <span key={end} className={styles.part} data-on={index <= step || undefined} />
          ))}
        </div>
        <span className={styles.label} aria-live="polite">
          <span className="visually-hidden">Password strength: </span>
          {strengthWords(label)}
        </span>
      </div>
      {hints && (
        <>
          <Hints unmet={unmet} complete={met} />
          <StrengthEstimate password={password} email={email} username={username} />
        </>
      )}
    </div>
  );
}

function Hints({ unmet, complete }: { unmet: readonly string[]; complete: boolean }) {
  if (complete) {
    return (
      <p className={styles.complete}>
        <IconCheck size={18} aria-hidden />
        {ALL_REQUIREMENTS_MET}
      </p>
    );
  }
  return (
    <ul className={styles.hints}>
      {unmet.map((hint) => (
        <li key={hint}>
          <IconCircleDashed size={18} aria-hidden />
          {hint}
        </li>
      ))}
    </ul>
  );
}
