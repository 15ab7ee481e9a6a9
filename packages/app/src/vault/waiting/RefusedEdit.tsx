/** In an item in full: that the server did not take its last change, why, and what can be done. */
import type { Item } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { IconCloudX } from "@tabler/icons-react";
import { useState } from "react";
import { Note } from "../../ui/Note.tsx";
import { discardEdit, sendAgain, TRIED_AGAIN } from "./decide-edit.ts";
import { useWaiting } from "./waiting-queries.ts";

const STOPPED = `${TRIED_AGAIN} Until then it is on this device alone.`;
const REFUSED = "It is on this device alone until you try again or discard it.";

export function RefusedEdit({ item }: { item: Item }) {
  const waiting = useWaiting();
  const [busy, setBusy] = useState(false);
  const edit = waiting?.edits.find(({ id, refused }) => id === item.id && refused !== null);
  if (!waiting || !edit) return null;
  const again = async () => {
    setBusy(true);
    await sendAgain(waiting);
    setBusy(false);
  };
  return (
    <Note
      tone="warning"
      role="status"
      label="A change that was not taken"
      icon={<IconCloudX size={18} aria-hidden />}
      actions={
        <>
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void again()}>
            Try again
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => void discardEdit(waiting, edit)}>
            Discard
          </Button>
        </>
      }
    >
      {`The server did not take your last change of this item: ${edit.refused} ${edit.isFault ? STOPPED : REFUSED}`}
    </Note>
  );
}
