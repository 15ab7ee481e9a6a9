/** What an item is called and looks like, above its fields: in its detail, and in its form, where it follows what is typed. */
import type { FieldValues, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import type { ComponentType, ReactNode } from "react";
import { CardArt } from "./CardArt.tsx";
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

/** Kinds that look like something, with what is typed of it. `shown`: the secret in it is in sight in its field too. */
const ARTS: Partial<Record<Item["kind"], ComponentType<{ fields: FieldValues; shown: boolean }>>> = { card: CardArt };

/** The field whose reveal shows the secret in the picture. */
export const ART_SECRET = "card_number";

export function ItemArt({ kind, ...props }: { kind: Item["kind"]; fields: FieldValues; shown: boolean }) {
  const Art = ARTS[kind];
  return Art ? <Art {...props} /> : null;
}

/** For an item in no vault. */
export const Unassigned = () => <span className={styles.unassigned}>Unassigned</span>;
