/**
 * Says that the recovery key was shown and not put away, and shows it again: it is unfinished business until its owner has it. Anyone who has it can come back for good,
 * so the master password is asked for first, as it is for a new one.
 */
import type { UnsavedKit } from "@coffer/client";
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { useHasUnsavedKit } from "../../frame/unsaved-kit.ts";
import { proof } from "../../ui/confirm.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "../GuessablePasswordNote.module.css";
import { newRecoveryKey } from "./new-recovery-key.ts";

const RecoveryKit = lazyComponent("dialog", async () => (await import("./RecoveryKit.tsx")).RecoveryKit);

export function UnsavedKitNote() {
  const { account } = useClient();
  const { pathname } = useLocation();
  const { data: isUnsaved = false, refetch } = useHasUnsavedKit();
  const shown = useOwnNewKey();
  const [kit, setKit] = useState<UnsavedKit | null>(null);
  // A key that was shown elsewhere on the page may have been saved since.
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== null && shown === null) void refetch();
    before.current = shown;
  }, [shown, refetch]);
  const show = async () => {
    if (!(await proof.ask({}))) return;
    try {
      setKit((await account.unsavedKit()) ?? shown);
    } catch (error) {
      toast.failed(error, "Failed to show the recovery key");
    }
  };
  const close = () => {
    setKit(null);
    if (shown !== null) newRecoveryKey.forget();
    void refetch();
  };
  // The settings show a key that was just made; on another page, where its owner may be by then, nothing does.
  if (shown !== null ? pathname === "/settings" : !isUnsaved) return null;
  return (
    <div className={styles.place}>
      <Note
        tone="warning"
        role="status"
        label="Recovery key"
        icon={<IconKey size={18} aria-hidden />}
        actions={
          <Button size="xs" onClick={() => void show()}>
            Save recovery key
          </Button>
        }
      >
        You have not saved your recovery key yet. Without it, a forgotten master password means that everything you saved is lost.
      </Note>
      {kit !== null && <RecoveryKit email={kit.email} recoveryKey={kit.recoveryKey} onDone={close} />}
    </div>
  );
}

/** The key that was just made, where it is of who is signed in: a browser may be shared, and one just made for another account is that person's to save. */
function useOwnNewKey() {
  const email = useSession()?.user.email;
  const made = useSyncExternalStore(newRecoveryKey.subscribe, newRecoveryKey.current);
  return made?.email === email ? made : null;
}
