/** A radio group of things to see: its label, and next to it the name of what is chosen, since the choices show no words. */
import type { ReactNode } from "react";
import styles from "./PickGroup.module.css";

interface Props {
  readonly label: string;
  readonly chosen: string | undefined;
  readonly children: ReactNode;
}

export const PickGroup = ({ label, chosen, children }: Props) => (
  <fieldset className={styles.group}>
    <legend>
      {label}
      <span className={styles.name} aria-hidden>
        {chosen}
      </span>
    </legend>
    {children}
  </fieldset>
);
