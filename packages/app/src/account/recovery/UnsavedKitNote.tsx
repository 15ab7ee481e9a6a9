/** Says that the recovery key was shown and not put away, and shows it again: it is unfinished business until its owner has it. */
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Note } from "../../ui/Note.tsx";
import { part } from "../../ui/part.tsx";
import styles from "../GuessablePasswordNote.module.css";
import { useUnsavedKit } from "../queries.ts";
import { newRecoveryKey } from "./new-recovery-key.ts";

const RecoveryKit = part("dialog", async () => (await import("./RecoveryKit.tsx")).RecoveryKit);

export function UnsavedKitNote() {
  const { data: kit = null, refetch } = useUnsavedKit();
  const shown = useSyncExternalStore(newRecoveryKey.subscribe, newRecoveryKey.current);
  const [isOpen, setOpen] = useState(false);
  // A key that was shown elsewhere on the page is saved by now, or is not.
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== null && shown === null) void refetch();
    before.current = shown;
  }, [shown, refetch]);
  const close = () => {
    setOpen(false);
    void refetch();
  };
  if (kit === null || shown !== null) return null;
  return (
    <div className={styles.place}>
      <Note
        tone="warning"
        role="status"
        label="Recovery key"
        icon={<IconKey size={18} aria-hidden />}
        actions={
          <Button size="xs" onClick={() => setOpen(true)}>
            Save recovery key
          </Button>
        }
      >
        You have not saved your recovery key yet. Without it, a forgotten master password means that everything you saved is lost.
      </Note>
      {isOpen && <RecoveryKit email={kit.email} recoveryKey={kit.recoveryKey} onDone={close} />}
    </div>
  );
}
