/** One item as a line: for phones, for lists of several kinds, for search results, and for whoever prefers lists. */
import { summaryOf } from "@coffer/core/items/display";
import { memo } from "react";
import { VaultBadge } from "../../ui/VaultBadge.tsx";
import { SiteIcon } from "../item/SiteIcon.tsx";
import { StrengthLabel } from "../item/StrengthLabel.tsx";
import { ItemMenu } from "../tiles/ItemMenu.tsx";
import { Markers, OpenButton, QuickCopies, Star } from "../tiles/ItemTile.tsx";
import { SelectBox } from "../tiles/SelectBox.tsx";
import type { ItemTileProps } from "../tiles/tile.ts";
import { TILES } from "../tiles/tiles.ts";

const ICON_PX = { cozy: 40, compact: 28 } as const;

export interface ItemRowProps extends ItemTileProps {
  /** Compact: name and summary beside each other. */
  readonly density: "cozy" | "compact";
}

export const ItemRow = memo(function ItemRow({ density, ...props }: ItemRowProps) {
  const { item, vault, narrow } = props;
  return (
    <article
      className="item-row"
      data-density={density}
      data-tampered={item.state === "tampered" || undefined}
      data-selected={props.selected || undefined}
    >
      <SelectBox {...props} />
      <SiteIcon item={item} size={ICON_PX[density]} />
      <div className="face-lines">
        <OpenButton {...props} />
        <span className="face-sub">{summaryOf(item) || "—"}</span>
      </div>
      <div className="item-row-facts">
        <Markers {...props} />
        <StrengthLabel strength={item.fields.password_strength ?? ""} />
        {vault && <VaultBadge name={vault.name} color={vault.color} />}
      </div>
      <div className="face-corner">
        <QuickCopies {...props} fields={rowCopies(item.kind, narrow)} />
        <Star {...props} />
        <ItemMenu {...props} />
      </div>
    </article>
  );
});

/** Where there is little room only the secret itself; the rest is in the menu. */
function rowCopies(kind: ItemTileProps["item"]["kind"], narrow: boolean): readonly string[] {
  const { copies, keys } = TILES[kind];
  return narrow ? copies.filter((field) => field === keys.copySecret) : copies;
}
