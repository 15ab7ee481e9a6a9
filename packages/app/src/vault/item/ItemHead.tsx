/** What an item is called and looks like, above its fields: in its detail, and in its form, where it follows what is typed. */
import type { FieldValues, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import type { ReactNode } from "react";
import styles from "./ItemHead.module.css";
import { SiteIcon } from "./SiteIcon.tsx";

const ICON_PX = 56;

interface Props {
  readonly kind: Item["kind"];
  readonly fields: FieldValues;
  /** Its vault, and whose it is. */
  readonly children: ReactNode;
}

export function ItemHead({ kind, fields, children }: Props) {
  const { title, unnamed } = kindOf(kind);
  return (
    <div className={styles.head}>
      <SiteIcon item={{ kind, fields }} size={ICON_PX} />
      <div className={styles.words}>
        <p className={styles.name}>{fields[title]?.trim() || unnamed}</p>
        <div className={styles.facts}>{children}</div>
      </div>
    </div>
  );
}

/** Of what lies in no vault. */
export const Unassigned = () => <span className={styles.unassigned}>Unassigned</span>;
