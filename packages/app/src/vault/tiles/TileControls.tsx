/** The controls of an item at the end of its tile or line. */
import type { ReactNode } from "react";
import styles from "./TileControls.module.css";

/** @param ground - their background, where it is not the plain tile. */
export const TileControls = ({ ground, children }: { ground?: "paper" | "dark"; children: ReactNode }) => (
  <div className={styles.corner} data-ground={ground}>
    {children}
  </div>
);
