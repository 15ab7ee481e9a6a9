/** A payment card drawn as one; of its number only the last four digits are shown. */
import { maskLast4 } from "@coffer/core/items/display";
import { kindOf } from "@coffer/core/items/kinds";
import type { TileProps } from "./tile.ts";

export function CardTile({ item, title, star, menu, marker }: TileProps) {
  const { card_type: type = "", card_number: number = "", card_holder_name: holder, expiration_date: expiry } = item.fields;
  const typeLabel = kindOf("card").fields.card_type?.options?.find(({ value }) => value === type)?.label;
  return (
    <div className="face-card" data-type={type}>
      <div className="face-card-head">
        {title}
        <div className="face-corner">
          {star}
          {menu}
        </div>
      </div>
      <div className="face-card-middle">
        <span className="face-card-chip" aria-hidden />
        {typeLabel && <span className="face-card-type">{typeLabel}</span>}
        {marker}
      </div>
      <span className="face-card-number">{number ? maskLast4(number) : "—"}</span>
      <dl className="face-card-facts">
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
