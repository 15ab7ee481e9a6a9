/** A group of choices under its label; where the choices show no words, the name of what is chosen is next to it. */
import type { ReactNode } from "react";
import styles from "./PickGroup.module.css";

interface Props {
  readonly label: string;
  readonly chosen?: string | undefined;
  readonly children: ReactNode;
}

export const PickGroup = ({ label, chosen, children }: Props) => (
  <fieldset className={styles.group}>
    <legend>
      {label}
      {chosen !== undefined && (
        <span className={styles.name} aria-hidden>
          {chosen}
        </span>
      )}
    </legend>
    {children}
  </fieldset>
);
