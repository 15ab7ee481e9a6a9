/** Says on every page that the server's last answer was refused, what is safe, and the way out; or that another device has taken it. */
import type { Trouble } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconHistory, IconShieldCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Note } from "../../ui/Note.tsx";
import { useRenewal, useTrouble } from "./queries.ts";
import { RepairDialog } from "./RepairDialog.tsx";
import styles from "./TroubleNote.module.css";

const copied = (count: number): string =>
  `${plural(count, "item that only this device had was", "items that only this device had were")} added as a copy.`;

export function TroubleNote() {
  const { data: trouble } = useTrouble();
  const [isOpen, setOpen] = useState(false);
  // The dialog stays once the vault is back: what is shared follows, and may have to be tried once more.
  return (
    <>
      {trouble ? <Refused trouble={trouble} onRepair={() => setOpen(true)} /> : !isOpen && <RenewalNote />}
      {isOpen && <RepairDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Refused({ trouble: { isRepairable, message }, onRepair }: { trouble: Trouble; onRepair: () => void }) {
  return (
    <div className={styles.place}>
      <Note
        tone="warning"
        role="status"
        label="State of your vault"
        icon={<IconHistory size={18} aria-hidden />}
        actions={
          isRepairable && (
            <Button size="xs" onClick={onRepair}>
              Bring back what this device has
            </Button>
          )
        }
      >
        {`${message} Everything this device has is here and can be read and exported. Saving is paused.`}
      </Note>
    </div>
  );
}

function RenewalNote() {
  const { renewal, dismiss } = useRenewal();
  if (!renewal) return null;
  const { copies } = renewal;
  return (
    <div className={styles.place}>
      <Note
        role="status"
        label="State of your vault"
        icon={<IconShieldCheck size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" onClick={dismiss}>
            OK
          </Button>
        }
      >
        Another of your devices has brought your vault back after the server had gone back to an earlier state.
        {copies > 0 && ` ${copied(copies)}`}
      </Note>
    </div>
  );
}
