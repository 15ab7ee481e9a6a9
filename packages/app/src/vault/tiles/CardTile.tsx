/** A payment card drawn as one; of its number only the last four digits are shown. */
import { maskLast4 } from "@coffer/core/items/display";
import { kindOf } from "@coffer/core/items/kinds";
import styles from "./CardTile.module.css";
import { TileControls } from "./TileControls.tsx";
import type { TileProps } from "./tile.ts";

export function CardTile({ item, title, star, menu, marker, mark, status }: TileProps) {
  const { card_type: type = "", card_number: number = "", card_holder_name: holder, expiration_date: expiry } = item.fields;
  const typeLabel = kindOf("card").fields.card_type?.options?.find(({ value }) => value === type)?.label;
  return (
    <div className={styles.card} data-type={type}>
      <div className={styles.head}>
        {title}
        <TileControls ground="dark">
          {star}
          {menu}
        </TileControls>
      </div>
      <div className={styles.middle}>
        <span className={styles.chip} aria-hidden />
        {typeLabel && <span className={styles.type}>{typeLabel}</span>}
        {status}
        {marker}
      </div>
      <span className={styles.number}>{number ? maskLast4(number) : "—"}</span>
      <dl className={styles.facts}>
        <div>
          <dt>Card holder</dt>
          <dd>{mark(holder || "—")}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>{expiry || "—"}</dd>
        </div>
      </dl>
    </div>
  );
}
