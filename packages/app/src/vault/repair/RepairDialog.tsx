/** Says what bringing back this device's history will do, and does it once the person has said so. */
import type { RepairPlan } from "@coffer/client";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { Dialog } from "../../frame/Dialog.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Loading } from "../../ui/Loading.tsx";
import { toast } from "../../ui/toast.ts";
import { useRepair, useRepairPlan } from "./queries.ts";
import styles from "./RepairDialog.module.css";

const FAILED = "Your vault could not be brought back. Nothing was changed.";

export function RepairDialog({ onClose }: { onClose: () => void }) {
  const plan = useRepairPlan();
  const { mutateAsync: repair, isPending, error } = useRepair();
  const run = async () => {
    const said = await repair().catch(() => undefined);
    if (said === undefined) return; // the dialog says why and stays
    toast.done("Your vault is up to date again");
    if (said) toast.done(said, false);
    onClose();
  };
  return (
    <Dialog
      title="Bring back what this device has"
      onClose={() => !isPending && onClose()}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button onClick={() => void run()} disabled={!plan.data || isPending} data-autofocus>
            {isPending ? "Bringing it back..." : "Bring it back"}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        {plan.data && <Plan plan={plan.data} />}
        {plan.isPending && <Loading label="Comparing with the server" />}
        {plan.isError && <ErrorNote>{messageOf(plan.error, "The server could not be asked what it has.")}</ErrorNote>}
        {error && <ErrorNote>{messageOf(error, FAILED)}</ErrorNote>}
      </div>
    </Dialog>
  );
}

const WHAT: Readonly<Record<RepairPlan["relation"], readonly [happened: string, follows: string]>> = {
  behind: [
    "The server has gone back to an earlier state, as it does when a backup is restored.",
    "What this device has becomes your vault again, on all your devices. What you deleted since stays deleted.",
  ],
  parted: [
    "Since this device and the server last agreed, both have changed.",
    "The changes of both are kept. An item that was changed on both sides is kept twice, and the copy says so in its name.",
  ],
  unproven: [
    "What the server has does not carry your signature, or is not complete.",
    "What this device has takes its place and becomes your vault again, on all your devices.",
  ],
};

function Plan({ plan: { relation, onlyHere, onlyThere } }: { plan: RepairPlan }) {
  const [happened, follows] = WHAT[relation];
  return (
    <>
      <p>{happened}</p>
      <p>{follows}</p>
      <ul className={styles.counts}>
        <li>{`Only on this device, or different here: ${plural(onlyHere, "item")}`}</li>
        <li>{`Only on the server, or different there: ${plural(onlyThere, "item")}`}</li>
      </ul>
      <p>What you share comes back with it. Access that you have ended since stays ended.</p>
      <p>If you do not know why this happened, ask your operator first. Nothing is lost while you wait.</p>
    </>
  );
}
