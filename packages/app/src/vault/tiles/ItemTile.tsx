/** One item in a grid: makes the controls every tile shares and lets the tile of its kind arrange them. */
import { summaryOf } from "@coffer/core/items/display";
import { memo } from "react";
import { highlightMatches } from "../item/highlight-matches.tsx";
import { ItemMenu } from "./ItemMenu.tsx";
import { ItemStatus } from "./ItemStatus.tsx";
import styles from "./ItemTile.module.css";
import { Markers } from "./Markers.tsx";
import { OpenButton } from "./OpenButton.tsx";
import { QuickCopies } from "./QuickCopies.tsx";
import { SelectBox } from "./SelectBox.tsx";
import { Star } from "./Star.tsx";
import type { ItemTileProps } from "./tile.ts";
import { TILES } from "./tiles.ts";

export const ItemTile = memo(function ItemTile(props: ItemTileProps) {
  // What a search says of it apart: all else is drawn once, and not with each letter.
  const { words, found, ...own } = props;
  const { item, vault, finding } = own;
  const { Tile, look } = TILES[item.kind];
  return (
    <article
      className={styles.tile}
      data-look={look}
      data-tampered={item.state === "tampered" || undefined}
      data-selected={props.selected || undefined}
      data-over={finding === "expired" || undefined}
    >
      <Tile
        item={item}
        vault={vault}
        title={<OpenButton {...own} words={words} />}
        star={<Star {...own} />}
        menu={<ItemMenu {...own} />}
        marker={<Markers {...own} found={found} words={words} />}
        mark={(text) => highlightMatches(text, words)}
        line={words.length > 0 ? summaryOf(item) : ""}
        status={<ItemStatus {...own} />}
        quick={<QuickCopies {...own} />}
      />
      <SelectBox {...own} />
    </article>
  );
});
