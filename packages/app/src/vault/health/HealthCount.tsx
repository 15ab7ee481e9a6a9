/** How much Health has found, beside its name in the sidebar; nothing while it is not known, or where there is nothing. */
import { useEffect, useState } from "react";
import styles from "./HealthCount.module.css";
import { useHealth } from "./queries.ts";

/** The first seconds after a start belong to what a person came for. */
const REST_MS = 2_000;

export function HealthCount() {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return rested && <Count />;
}

function Count() {
  const count = useHealth().data?.report.found.length ?? 0;
  return count > 0 && <span className={styles.count}>{count.toLocaleString("en-US")}</span>;
}
