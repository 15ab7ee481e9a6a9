/** How a list of one kind is drawn on this device: as tiles, or as lines. */
import type { KindName } from "@coffer/core/items/kinds";
import { useDeviceSetting } from "../../frame/device-setting.ts";
import { useNarrow } from "../../ui/use-narrow.ts";
import { NARROW_ROW_HEIGHT, ROW_HEIGHTS, TILE_GAP, TILES } from "../tiles/tiles.ts";
import { DENSITY, LAYOUT } from "./use-list-view.tsx";

/** @param hasDetail - a detail is open next to the list. @param isMixed - the list has items of several kinds. */
export function useListLayout(kind: KindName, { hasDetail = false, isMixed = false } = {}) {
  const narrow = useNarrow();
  const [layout] = useDeviceSetting(LAYOUT);
  const [chosen] = useDeviceSetting(DENSITY);
  const tile = TILES[kind];
  const asRows = hasDetail || isMixed || (narrow ? tile.narrow === "row" : layout === "list");
  const density = hasDetail ? ("slim" as const) : narrow ? "cozy" : chosen;
  if (!asRows) return { asRows, narrow, density, minWidth: tile.minWidth, height: tile.height, gap: TILE_GAP };
  return { asRows, narrow, density, minWidth: Number.POSITIVE_INFINITY, height: narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHTS[density], gap: 0 };
}
