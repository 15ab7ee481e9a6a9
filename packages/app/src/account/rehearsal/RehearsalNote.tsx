/**
 * The one line that asks to try the recovery kit, when three months have passed or a new kit is a week old. It comes with the next page, so that nothing moves under the
 * pointer, and is gone for a month once it is put off.
 */
import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useHasUnsavedKit } from "../../frame/unsaved-kit.ts";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "../GuessablePasswordNote.module.css";
import { usePutOffRehearsal, useRehearsals } from "../queries.ts";
import { dueText } from "./rehearsal-words.ts";

const RehearsalDialog = lazyComponent("dialog", async () => (await import("./RehearsalDialog.tsx")).RehearsalDialog);

export function RehearsalNote() {
  const { data } = useRehearsals();
  // One that is not saved yet has a note of its own.
  const { data: isUnsaved = true } = useHasUnsavedKit();
  const { mutateAsync: putOff, isPending } = usePutOffRehearsal();
  const hasCome = useNextPage();
  const [opened, setOpened] = useState(false);
  const later = () => void putOff(null).catch((error: unknown) => toast.failed(error, "An error occurred"));
  return (
    <>
      {hasCome && data?.isDue && !isUnsaved && (
        <div className={styles.place}>
          <Note
            role="status"
            label="Recovery kit"
            icon={<IconKey size={18} aria-hidden />}
            actions={
              <>
                <Button size="xs" onClick={() => setOpened(true)}>
                  Try it now
                </Button>
                <Button size="xs" variant="default" disabled={isPending} onClick={later}>
                  Later
                </Button>
              </>
            }
          >
            {dueText(data)}
          </Note>
        </div>
      )}
      {/* Apart: the line is gone once it was tried, and the dialog says what came of it. */}
      {opened && <RehearsalDialog onClose={() => setOpened(false)} />}
    </>
  );
}

/** Whether another page was opened since. */
function useNextPage(): boolean {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [hasCome, setHasCome] = useState(false);
  if (!hasCome && pathname !== first) setHasCome(true);
  return hasCome;
}
