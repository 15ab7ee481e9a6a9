/** Offers what was typed at an earlier time and not sent. A file of its own: the sign-in page keeps no draft. */
import { Button } from "@mantine/core";
import styles from "./Form.module.css";
import type { Draft } from "./use-draft.ts";

export function KeptDraft({ draft }: { draft: Draft }) {
  if (!draft.isOffered) return null;
  return (
    <div className={styles.kept} role="status">
      <p>You typed something here before and did not save it.</p>
      <div>
        <Button size="compact-sm" variant="light" onClick={draft.restore}>
          Restore it
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={draft.discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
