/** What Health found in an item, in a word: for its page and for lists. What is good is silent. */
import type { FindingName } from "@coffer/core/health/finding-names";
import { FINDINGS, findingOf } from "@coffer/core/health/findings";
import styles from "./FindingChip.module.css";

/** Of the points an item loses: from here on it is a matter of days. */
const GRAVE = FINDINGS.expired.weight;

export const isGrave = (finding: FindingName): boolean => findingOf(finding).weight >= GRAVE;

/** "Weak", "Reused ×13". */
export const wordsOf = (finding: FindingName, count: number): string =>
  count > 1 ? `${findingOf(finding).label} ×${count}` : findingOf(finding).label;

/** @param count - how many are in it together; said of two and more. */
export function FindingChip({ finding, count = 1 }: { finding: FindingName; count?: number }) {
  return (
    <span className={styles.chip} data-grave={isGrave(finding) || undefined}>
      {wordsOf(finding, count)}
    </span>
  );
}
