/** How much a team stores against the quota: as a bar that ends at 100 %, and in numbers that do not. */
import type { Team } from "@coffer/client";
import { formatBytes } from "@coffer/core/format-bytes";
import styles from "./StorageBar.module.css";

const LEVELS = [
  { from: 95, level: "full" },
  { from: 80, level: "high" },
] as const;

export function StorageBar({ storage: { totalBytes, usagePercentage } }: { storage: Team["storage_data"] }) {
  const level = LEVELS.find(({ from }) => usagePercentage >= from)?.level;
  const text = `${formatBytes(totalBytes)} of 50 MB`;
  return (
    <div className={styles.storage}>
      <div className={styles.numbers}>
        <span>{text}</span>
        <span>{`${usagePercentage}%`}</span>
      </div>
      <progress className={styles.bar} max={100} value={Math.min(100, usagePercentage)} data-level={level} aria-label="Storage used" />
    </div>
  );
}
