/** Shown while everything is opened, checked and sealed under new keys. Nothing is changed before the last step, so leaving is harmless until then. */
import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import { useUnsaved } from "../../frame/unsaved.ts";
import { Lead } from "../AccountCard.tsx";
import styles from "./Resealing.module.css";
import "@mantine/core/styles/Progress.layer.css";

/** @param label - names the bar. @param children - what else there is to know while it lasts. */
export function Resealing({
  percent,
  message,
  label,
  children,
}: {
  percent: number;
  message: string;
  label: string;
  children?: ReactNode;
}) {
  useUnsaved(true, { asks: true });
  const whole = Math.round(percent);
  return (
    <div className={styles.resealing}>
      <Lead role="status">{message}</Lead>
      <Progress.Root size="lg">
        <Progress.Section value={whole} aria-label={label} />
      </Progress.Root>
      <Lead>{whole} % · Please keep this page open.</Lead>
      {children}
    </div>
  );
}
