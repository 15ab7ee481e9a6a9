/** A one-time code with the time it has left, and the next one when there is hardly any. */

import { formatCode } from "@coffer/core/items/totp";
import type { Code } from "@coffer/core/items/totp-code";
import { Ring } from "../../ui/Ring.tsx";
import styles from "./LiveCode.module.css";
import { useClockWarning } from "./use-code.ts";

/** From here on the next code is shown too: typing takes about as long. */
const NEXT_FROM_SECONDS = 5;

export function LiveCode({ code: { code, next, secondsLeft, period } }: { code: Code }) {
  const warning = useClockWarning();
  const ending = secondsLeft <= NEXT_FROM_SECONDS;
  return (
    <div className={styles.code} data-ending={ending || undefined}>
      <span className={styles.line}>
        <span className={styles.digits}>{formatCode(code)}</span>
        <Left secondsLeft={secondsLeft} period={period} />
        {ending && (
          <span className={styles.next}>
            Next <span>{formatCode(next)}</span>
          </span>
        )}
      </span>
      {warning && <span className={styles.warning}>{warning}</span>}
    </div>
  );
}

function Left({ secondsLeft, period }: { secondsLeft: number; period: number }) {
  return (
    <span className={styles.ring}>
      <Ring left={secondsLeft / period} />
      <span className={styles.seconds}>
        {secondsLeft}
        <span className="visually-hidden"> seconds left</span>
      </span>
    </span>
  );
}
