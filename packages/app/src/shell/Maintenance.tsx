/**
 * Covers everything while the operator has closed the server, and goes on by itself once it is open again. The page stays mounted behind it: what was typed is
 * there afterwards.
 */
import { PRODUCT_NAME } from "@coffer/core/product";
import { Button } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { BrandMark } from "../frame/Brand.tsx";
import { useClient } from "../frame/client-context.tsx";
import { maintenance, useMaintenance } from "../frame/maintenance.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import styles from "./Maintenance.module.css";

/** How often it is asked whether the server is open again. */
const ASK_MS = 15_000;

export function Maintenance() {
  const message = useMaintenance();
  return message === null ? null : <Screen message={message} />;
}

function Screen({ message }: { message: string }) {
  const dialog = useTopLayer();
  const { busy, ask } = useAsking();
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
      <p className={styles.hint}>This page goes on by itself as soon as the server is back.</p>
    </dialog>
  );
}

/** Above any sheet and any question; gives the focus back at the end. */
function useTopLayer() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** Asks by the clock, when the network or the person comes back, and on request. */
function useAsking() {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const latest = useRef(async () => {});
  latest.current = async () => {
    const status = await client.serverStatus().catch(() => null); // no answer is no news
    if (status === null) return;
    if (status.maintenance) return maintenance.began(status.message);
    maintenance.ended(); // what failed meanwhile is asked for again by the open session
  };
  useEffect(() => {
    const ask = () => void latest.current();
    const timer = setInterval(ask, ASK_MS);
    window.addEventListener("online", ask);
    window.addEventListener("focus", ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", ask);
      window.removeEventListener("focus", ask);
    };
  }, []);
  const ask = async () => {
    setBusy(true);
    await latest.current();
    setBusy(false);
  };
  return { busy, ask };
}
