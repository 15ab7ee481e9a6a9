/** Offers to ask a list of leaked passwords, says first what leaves the device, and tells apart what was found, what was not, and what could not be asked. */
import type { Contents } from "@coffer/client";
import { byCount, plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { Note } from "../../ui/Note.tsx";
import styles from "./BreachCheck.module.css";
import { useBreachCheck, useBreachSource } from "./use-breach-check.ts";

function checkedWords(known: number, leaked: number): string {
  const passwords = plural(known, "password");
  if (leaked === 0) return `${passwords} checked: none is in the list.`;
  return byCount(leaked, `${passwords} checked: ${leaked} is in the list.`, `${passwords} checked: ${leaked} are in the list.`);
}

export function BreachCheck({ contents }: { contents: Contents }) {
  const source = useBreachSource();
  const { progress, failed, known, leaked, unknown, check, stop } = useBreachCheck(contents, source);
  if (source === null || known + unknown === 0) return null;
  return (
    <section className={styles.check} aria-labelledby="leaks-title">
      <h2 id="leaks-title">Leaked passwords</h2>
      {known > 0 && <p role="status">{checkedWords(known, leaked)}</p>}
      {failed > 0 && progress === null && (
        <Note tone="warning" role="alert">
          {byCount(
            failed,
            `${plural(failed, "password")} could not be checked: ${source.host} gave no usable answer. Whether it leaked is not known.`,
            `${plural(failed, "password")} could not be checked: ${source.host} gave no usable answer. Whether they leaked is not known.`,
          )}
        </Note>
      )}
      {progress !== null ? (
        <div className={styles.running}>
          <progress className={styles.bar} max={progress.total || 1} value={progress.asked} aria-label="Passwords checked" />
          <Button size="xs" variant="default" onClick={stop}>
            Stop
          </Button>
        </div>
      ) : (
        unknown > 0 && (
          <>
            <p>
              {`Has one of your passwords leaked somewhere? Of a fingerprint of each, 5 of 40 characters are sent to ${source.host}, which also sees your network address and that of this server. It answers with every leaked password that begins so, and this device looks for yours.`}
            </p>
            <Button variant="default" onClick={() => void check()}>
              {`Check ${plural(unknown, "password")}`}
            </Button>
          </>
        )
      )}
    </section>
  );
}
