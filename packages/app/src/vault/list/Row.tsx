/** A line of a list: the box that selects it, its picture, its name, facts about it, and at its end what can be done with it. */
import type { Item } from "@coffer/core/items/item";
import type { ReactNode } from "react";
import { SiteIcon } from "../item/SiteIcon.tsx";
import { SelectBox } from "../tiles/SelectBox.tsx";
import { TextLines } from "../tiles/TextLines.tsx";
import type { ItemTileProps } from "../tiles/tile.ts";
import styles from "./Row.module.css";

const ICON_PX = { cozy: 40, compact: 28, slim: 36 } as const;

interface Props extends Pick<ItemTileProps, "selected" | "onSelect" | "tabIndex"> {
  readonly item: Item;
  /** Compact: name and summary on one line. */
  readonly density?: "cozy" | "compact" | "slim";
  readonly shown?: boolean;
  /** In a narrow window the facts stand at the end of its second line, not below it. */
  readonly twoLines?: boolean;
  readonly name: ReactNode;
  readonly facts: ReactNode;
  readonly end: ReactNode;
}

export function Row({ item, selected, onSelect, tabIndex, density = "cozy", shown = false, twoLines = false, name, facts, end }: Props) {
  return (
    <article
      className={styles.row}
      data-density={density}
      data-tampered={item.state === "tampered" || undefined}
      data-selected={selected || undefined}
      data-shown={shown || undefined}
      data-two-lines={twoLines || undefined}
    >
      <span className={styles.icon}>
        <SiteIcon item={item} size={ICON_PX[density]} />
      </span>
      <div className={styles.name}>
        <TextLines inline={density === "compact"}>{name}</TextLines>
      </div>
      {/* Seen before the picture, come to after the name: a list begins with what it is of. */}
      <SelectBox item={item} selected={selected} onSelect={onSelect} tabIndex={tabIndex} inLine />
      <div className={styles.facts}>{facts}</div>
      <div className={styles.end}>{end}</div>
    </article>
  );
}
