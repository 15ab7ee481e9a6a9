/** Shown while everything is opened, checked and sealed under the new keys. Nothing is changed before the last step, so leaving is harmless. */
import { Progress } from "@mantine/core";
import { useEffect } from "react";
import { Lead } from "../AccountCard.tsx";
import styles from "./Resealing.module.css";
import "@mantine/core/styles/Progress.layer.css";

export function Resealing({ percent, discard }: { percent: number; discard: boolean }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  const whole = Math.round(percent);
  return (
    <div className={styles.resealing}>
      <Lead role="status">{discard ? "Making your new vault..." : "Opening and re-sealing everything you saved..."}</Lead>
      <Progress.Root size="lg">
        <Progress.Section value={whole} aria-label="Progress of the reset" />
      </Progress.Root>
      <Lead>{whole} % · Please keep this page open.</Lead>
    </div>
  );
}
