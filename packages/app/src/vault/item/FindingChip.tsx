/** What Health found in an item, in a word: for its page and for lists. What is good is silent. */
import { FINDINGS, type FindingName, findingOf } from "@coffer/core/health/findings";
import styles from "./FindingChip.module.css";

/** Of the points an item loses: from here on it is a matter of days. */
const GRAVE = FINDINGS.expired.weight;

/** @param count - how many are in it together; said of two and more. */
export function FindingChip({ finding, count = 1 }: { finding: FindingName; count?: number }) {
  const { label, weight } = findingOf(finding);
  return (
    <span className={styles.chip} data-grave={weight >= GRAVE || undefined}>
      {count > 1 ? `${label} ×${count}` : label}
    </span>
  );
}
