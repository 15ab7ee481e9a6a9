/** Passwords that look as if a program had written them for a web page: nothing is changed in them until the user says so. */
import { byCount, plural } from "@coffer/core/text";
import { encodedPasswords } from "@coffer/core/transfer/encoded-passwords";
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { Note } from "../ui/Note.tsx";
import styles from "./EncodedNote.module.css";
import { isOpenForChanges, type ReviewState } from "./import-state.ts";

export function EncodedNote({ state, onDecode }: { state: ReviewState; onDecode: () => void }) {
  const { step, review } = state;
  const { count, samples } = useMemo(() => encodedPasswords(review.candidates), [review.candidates]);
  if (step !== "review" || count === 0) return null;
  return (
    <div className={styles.encoded}>
      <Note
        tone="warning"
        icon={<IconAlertTriangle size={18} aria-hidden />}
        label="HTML-encoded passwords"
        actions={
          <Button variant="default" size="xs" disabled={!isOpenForChanges(state)} onClick={onDecode}>
            Decode them
          </Button>
        }
      >
        <p>
          {byCount(
            count,
            `${plural(count, "password")} looks HTML-encoded. It is imported as the file has it, unless you decode it.`,
            `${plural(count, "password")} look HTML-encoded. They are imported as the file has them, unless you decode them.`,
          )}
        </p>
        <ul>
          {samples.map(({ before, after }) => (
            <li key={before}>
              <span>before</span> <code>{before}</code> <span>after</span> <code>{after}</code>
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}
