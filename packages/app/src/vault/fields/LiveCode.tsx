/** A one-time code with the time it has left, and the next one when there is hardly any. */
import { type Code, formatCode } from "@coffer/core/items/totp";
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
        <Ring secondsLeft={secondsLeft} period={period} />
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

/** Of the circle below; its length is then 100. */
const RADIUS = 100 / (2 * Math.PI);

function Ring({ secondsLeft, period }: { secondsLeft: number; period: number }) {
  return (
    <span className={styles.ring}>
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle className={styles.ground} cx="20" cy="20" r={RADIUS} />
        <circle className={styles.left} cx="20" cy="20" r={RADIUS} strokeDasharray={`${(secondsLeft / period) * 100} 100`} />
      </svg>
      <span className={styles.seconds}>
        {secondsLeft}
        <span className="visually-hidden"> seconds left</span>
      </span>
    </span>
  );
}
