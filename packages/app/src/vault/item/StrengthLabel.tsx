/** A password's strength in lists: the specified label, a colour and a row of bars, so that colour is never the only sign. */
import { strengthWords } from "@coffer/core/passwords/strength-words";
import styles from "./StrengthLabel.module.css";

/** As they are sealed in items, not as they are shown. */
const STEPS = ["Very Weak", "Weak", "Fair", "Strong", "Very Strong"];

/** @param withBars - false where there is little room: the label alone says it as well. */
export function StrengthLabel({ strength, withBars = true }: { strength: string; withBars?: boolean }) {
  const step = STEPS.indexOf(strength);
  if (step < 0) return null;
  return (
    <span className={styles.label} data-step={step + 1}>
      {withBars && (
        <span className={styles.bars} aria-hidden>
          {STEPS.map((label, index) => (
            <i key={label} data-on={index <= step || undefined} />
          ))}
        </span>
      )}
      {strengthWords(strength)}
    </span>
  );
}
