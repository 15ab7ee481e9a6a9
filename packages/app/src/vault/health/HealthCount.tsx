/**
 * How many items Health wants to have mended now, next to its name in the sidebar; nothing where there are none. It checks an open vault without being asked, so that
 * lists can say what is weak or reused.
 */

import type { Contents } from "@coffer/client";
import { countOf } from "@coffer/core/health/urgency";
import { LOCALE } from "@coffer/core/text";
import { useEffect, useState } from "react";
import { unsaved } from "../../frame/unsaved.ts";
import { useHealthMended } from "../getting-started/queries.ts";
import { useContents } from "../queries.ts";
import styles from "./HealthCount.module.css";
import { useHealth } from "./queries.ts";

/** Long after the first list, and after a series of saves. */
const QUIET_MS = 4_000;

/** @param quietMs - shorter in tests */
export function HealthCount({ quietMs = QUIET_MS }: { readonly quietMs?: number }) {
  const isQuiet = useIsQuiet(quietMs);
  const [isBegun, begin] = useState(false);
  if (isQuiet && !isBegun) begin(true);
  return isBegun && <Count isQuiet={isQuiet} />;
}

/** Apart: to name a vault by its saves each of them is looked at. */
function Count({ isQuiet }: { isQuiet: boolean }) {
  const { data } = useHealth({ isAsked: isQuiet });
  const count = countOf(data?.report.found ?? [], "now");
  useHealthMended(count === 0 && data !== undefined && data.isDone && data.report.looked > 0 && data.report.undecided.length === 0);
  return (
    count > 0 && (
      <span data-own className={styles.count}>
        {count.toLocaleString(LOCALE)}
      </span>
    )
  );
}

/** Whether the vault has stood as it is for a while. A change takes it back in the same draw: a look would begin at once otherwise, and once more after the next. */
function useIsQuiet(quietMs: number): boolean {
  const { data: contents } = useContents();
  const [seen, setSeen] = useState<{ readonly contents: Contents | undefined; readonly isQuiet: boolean }>({ contents, isQuiet: false });
  if (seen.contents !== contents) setSeen({ contents, isQuiet: false });
  useEffect(() => {
    const look = (): void => {
      // An import that is under way has not shown yet what it writes: it would be looked at half-way, next to its own work, and once more at its end.
      if (unsaved.isAny()) timer = setTimeout(look, quietMs);
      else setSeen({ contents, isQuiet: true });
    };
    let timer = setTimeout(look, quietMs);
    return () => clearTimeout(timer);
  }, [contents, quietMs]);
  return seen.contents === contents && seen.isQuiet;
}
