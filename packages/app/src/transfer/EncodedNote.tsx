/** Passwords that look as if a program had written them for a web page: nothing is changed in them until the user says so. */
import { plural } from "@coffer/core/text";
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
        <p>{`${plural(count, "password")} ${count === 1 ? "looks" : "look"} HTML-encoded. ${count === 1 ? "It is" : "They are"} imported as the file has ${count === 1 ? "it" : "them"}, unless you decode ${count === 1 ? "it" : "them"}.`}</p>
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
