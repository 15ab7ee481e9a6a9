/** One item as a line: for phones, for lists of several kinds and for search results. */
import { summaryOf } from "@coffer/core/items/display";
import { memo } from "react";
import { VaultBadge } from "../ui/VaultBadge.tsx";
import { FACES } from "./faces/faces.ts";
import { ItemMenu } from "./ItemMenu.tsx";
import { type ItemTileProps, OpenButton, QuickCopies, SharedMarker, Star } from "./ItemTile.tsx";
import { SiteIcon } from "./SiteIcon.tsx";
import { StrengthLabel } from "./StrengthLabel.tsx";

export const ItemRow = memo(function ItemRow(props: ItemTileProps) {
  const { item, vault, narrow } = props;
  const { copies } = FACES[item.kind];
  return (
    <article className="item-row" data-tampered={item.state === "tampered" || undefined}>
      <SiteIcon item={item} />
      <div className="face-lines">
        <OpenButton {...props} />
        <span className="face-sub">{summaryOf(item) || "—"}</span>
      </div>
      <div className="item-row-facts">
        <StrengthLabel strength={item.fields.password_strength ?? ""} />
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
        <SharedMarker item={item} />
      </div>
      <div className="face-corner">
        {/* Where there is little room only the last, the secret itself; the rest is in the detail. */}
        <QuickCopies {...props} fields={narrow ? copies.slice(-1) : copies} />
        <Star {...props} />
        <ItemMenu {...props} />
      </div>
    </article>
  );
});
