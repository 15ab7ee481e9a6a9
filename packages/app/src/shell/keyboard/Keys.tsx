/** A shortcut as it is printed on the keys of this machine. */
import { Fragment } from "react";
import { printed } from "../../frame/keyboard/shortcuts.ts";
import styles from "./Keys.module.css";

/** @param keys - as SHORTCUTS writes them. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {printed(keys, hasCmd()).map((stroke, index, all) => (
        // The same letter may come twice.
        <Fragment key={all.slice(0, index + 1).join(" ")}>
          {index > 0 && <span className={styles.then}>then</span>}
          {stroke.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}

/** The same in a word, for a tip: "Ctrl+K". */
export const spokenKeys = (keys: string): string =>
  printed(keys, hasCmd())
    .map((stroke) => stroke.join("+"))
    .join(" ");

const hasCmd = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);
