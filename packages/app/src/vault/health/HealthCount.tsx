/**
 * How much Health found when somebody last looked at its page, beside its name in the sidebar; nothing before that, or where there is nothing. It opens nothing itself:
 * a number is not worth every password of the vault at each start and after each save.
 */
import styles from "./HealthCount.module.css";
import { useHealth } from "./queries.ts";

const NOT_ASKED = { isAsked: false };

export function HealthCount() {
  const count = useHealth(NOT_ASKED).data?.report.found.length ?? 0;
  return count > 0 && <span className={styles.count}>{count.toLocaleString("en-US")}</span>;
}
