/** One item as a line: for phones, lists of several kinds, search results, and users who prefer lists. */
import { summaryOf } from "@coffer/core/items/display";
import { IconStarFilled } from "@tabler/icons-react";
import { memo } from "react";
import { VaultBadge, VaultDot } from "../../ui/VaultBadge.tsx";
import { highlightMatches } from "../item/highlight-matches.tsx";
import { ItemMenu } from "../tiles/ItemMenu.tsx";
import { ItemStatus } from "../tiles/ItemStatus.tsx";
import { Markers } from "../tiles/Markers.tsx";
import { OpenButton } from "../tiles/OpenButton.tsx";
import { QuickCopies } from "../tiles/QuickCopies.tsx";
import { Star } from "../tiles/Star.tsx";
import { Subtitle } from "../tiles/TextLines.tsx";
import { TileControls } from "../tiles/TileControls.tsx";
import type { ItemTileProps } from "../tiles/tile.ts";
import { TILES } from "../tiles/tiles.ts";
import styles from "./ItemRow.module.css";
import { Row } from "./Row.tsx";

export interface ItemRowProps extends ItemTileProps {
  /** Compact: name and summary on one line. Slim: next to an open detail, which says the rest. */
  readonly density: "cozy" | "compact" | "slim";
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { words, found, ...own } = props;
  const { item, vault, narrow, density } = own;
  const isSlim = density === "slim";
  return (
    <Row
      {...own}
      twoLines={narrow}
      name={
        <>
          <OpenButton {...own} words={words} />
          <Subtitle>
            {narrow && vault && <VaultDot {...vault} />}
            {highlightMatches(summaryOf(item) || "—", words)}
          </Subtitle>
        </>
      }
      facts={
        <>
          <Markers {...own} found={found} words={words} />
          <ItemStatus {...own} />
          {!(isSlim || narrow) && vault && <VaultBadge name={vault.name} color={vault.color} />}
        </>
      }
      end={
        <div className={styles.controls} data-slim={isSlim || undefined}>
          <TileControls>
            {!isSlim && <QuickCopies {...own} fields={rowCopies(item.kind, narrow)} />}
            {/* Where there is little room the star only says that it is one; the menu marks it. */}
            {!narrow && (!isSlim || item.favourite) && <Star {...own} />}
            {narrow && item.favourite && props.withStar && <IconStarFilled size={16} className={styles.mark} aria-hidden />}
            <ItemMenu {...own} />
          </TileControls>
        </div>
      }
    />
  );
});

/** Where there is little room only the secret itself; the rest is in the menu. */
function rowCopies(kind: ItemTileProps["item"]["kind"], narrow: boolean): readonly string[] {
  const { copies, keys } = TILES[kind];
  return narrow ? copies.filter((field) => field === keys.copySecret) : copies;
}
