/** A payment card drawn as one; of its number only the last four digits are shown. */
import { endOf, expiryFinding } from "@coffer/core/health/expiry";
import { maskLast4 } from "@coffer/core/items/display";
import { kindOf } from "@coffer/core/items/kinds";
import { FindingChip } from "../item/FindingChip.tsx";
import styles from "./CardTile.module.css";
import { Corner } from "./Corner.tsx";
import type { TileProps } from "./tile.ts";

export function CardTile({ item, title, star, menu, marker }: TileProps) {
  const { card_type: type = "", card_number: number = "", card_holder_name: holder, expiration_date: expiry } = item.fields;
  const typeLabel = kindOf("card").fields.card_type?.options?.find(({ value }) => value === type)?.label;
  const finding = expiryFinding(endOf(item.kind, item.fields), Date.now());
  return (
    <div className={styles.card} data-type={type} data-finding={finding ?? undefined}>
      <div className={styles.head}>
        {title}
        <Corner ground="dark">
          {star}
          {menu}
        </Corner>
      </div>
      <div className={styles.middle}>
        <span className={styles.chip} aria-hidden />
        {typeLabel && <span className={styles.type}>{typeLabel}</span>}
        {finding && <FindingChip finding={finding} />}
        {marker}
      </div>
      <span className={styles.number}>{number ? maskLast4(number) : "—"}</span>
      <dl className={styles.facts}>
        <div>
          <dt>Card holder</dt>
          <dd>{holder || "—"}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>{expiry || "—"}</dd>
        </div>
      </dl>
    </div>
  );
}
