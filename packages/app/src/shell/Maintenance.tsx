/**
 * Covers everything while the operator has closed the server, and goes on by itself once it is open again. The page stays mounted behind it: what was typed is
 * there afterwards.
 */
import { PRODUCT_NAME } from "@coffer/core/constants";
import { Button } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { BrandMark } from "../frame/Brand.tsx";
import { useClient } from "../frame/client-context.tsx";
import { maintenance, useMaintenance } from "../frame/maintenance.ts";
import { usePolling } from "../frame/use-polling.ts";
import { useTopLayer } from "../frame/use-top-layer.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import styles from "./Maintenance.module.css";
import { NextTry } from "./NextTry.tsx";

export function Maintenance() {
  const message = useMaintenance();
  return message === null ? null : <Screen message={message} />;
}

function Screen({ message }: { message: string }) {
  const dialog = useTopLayer();
  const { busy, ask, nextAt } = useReopening();
  return (
    <dialog ref={dialog} role="alertdialog" className={styles.screen} aria-label="Maintenance" onCancel={(event) => event.preventDefault()}>
      <title>{`Maintenance · ${PRODUCT_NAME}`}</title>
      <BrandMark size={40} />
      <EmptyState
        level={1}
        icon={<IconTool />}
        title="Maintenance in Progress"
        text={message}
        action={
          <Button disabled={busy} onClick={() => void ask()}>
            {busy ? "Trying..." : "Try again"}
          </Button>
        }
      />
      <p className={styles.hint}>This page will continue as soon as the server is back.</p>
      <NextTry at={nextAt} className={styles.hint} />
    </dialog>
  );
}

/** Asks by itself, and on request. */
function useReopening() {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    const status = await client.serverStatus().catch(() => null); // no answer is no news
    if (status === null) return;
    if (status.maintenance) return maintenance.began(status.message);
    maintenance.ended(); // the open session asks again for what failed during it
  };
  const nextAt = usePolling(true, look);
  const ask = async () => {
    setBusy(true);
    await look();
    setBusy(false);
  };
  return { busy, ask, nextAt };
}
