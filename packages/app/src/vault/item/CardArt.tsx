/**
 * A payment card as it looks, with what is typed or kept of it. Its number is hidden wherever the field is; screen readers get the fields and not the picture.
 */

import { endOf, expiryFinding } from "@coffer/core/health/expiry";
import { CARD_SCHEMES, cardScheme, groupedCardNumber } from "@coffer/core/items/card-number";
import { maskLast4 } from "@coffer/core/items/display";
import type { FieldValues } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import styles from "./CardArt.module.css";
import { FindingChip } from "./FindingChip.tsx";

const MASKED_GROUP = "••••";
const NO_NUMBER = Array.from({ length: 4 }, () => MASKED_GROUP).join(" ");

interface Props {
  readonly fields: FieldValues;
  /** Whether its number is in sight in the field. */
  readonly shown: boolean;
}

export function CardArt({ fields, shown }: Props) {
  const { card_type: type = "", card_number: number = "", card_holder_name: holder, expiration_date: expiry } = fields;
  const scheme = cardScheme(number);
  const finding = expiryFinding(endOf("card", fields), Date.now());
  const typeLabel = kindOf("card").fields.card_type?.options?.find(({ value }) => value === type)?.label;
  return (
    <div className={styles.card} data-card-art data-type={type} data-finding={finding ?? undefined} aria-hidden>
      <div className={styles.head}>
        <span>{typeLabel}</span>
        {finding && <FindingChip finding={finding} />}
      </div>
      <span className={styles.chip} />
      <span className={styles.number}>{shown ? groupedCardNumber(number) || NO_NUMBER : masked(number)}</span>
      <div className={styles.foot}>
        <span className={styles.holder}>{holder || "Card holder"}</span>
        <span className={styles.expiry}>{expiry || "MM/YY"}</span>
        <span className={styles.scheme} data-scheme={scheme ?? undefined}>
          {scheme && CARD_SCHEMES[scheme].name}
        </span>
      </div>
    </div>
  );
}

/** Always as many bullets, so that the length of the number is not shown. */
function masked(number: string): string {
  const last = maskLast4(number).replace(/[^\d]/g, "");
  return last === "" ? NO_NUMBER : `${MASKED_GROUP} ${MASKED_GROUP} ${MASKED_GROUP} ${last}`;
}
