/** Leads from an opened item to the previous and next ones of the list, by buttons and arrow keys. */

import { type Item, titleOf } from "@coffer/core/items/item";
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { inReadingOrder } from "../../frame/reading-direction.ts";
import styles from "./DetailNeighbours.module.css";

export interface NeighboursProps {
  /** Null at the ends of the list. */
  readonly previous: Item | null;
  readonly next: Item | null;
  readonly onShow: (item: Item) => void;
}

/** The arrows walk through the list from anywhere in the dialog, but not while something is typed or another dialog is above. */
export function useNeighbourKeys({ previous, next, onShow }: NeighboursProps): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = inReadingOrder(event.key);
      const target = key === "ArrowLeft" ? previous : key === "ArrowRight" ? next : null;
      const element = event.target instanceof Element ? event.target : null;
      if (!target || event.altKey || event.ctrlKey || event.metaKey || element?.closest("input, textarea, select, [role=menu]")) return;
      if (!content.current?.closest("[role=dialog]")?.contains(element)) return;
      event.preventDefault();
      onShow(target);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [previous, next, onShow]);
  return content;
}

export function Neighbours({ previous, next, onShow }: NeighboursProps) {
  return (
    <div className={styles.neighbours}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={previous ? `Previous: ${titleOf(previous)}` : "No previous item"}
        disabled={!previous}
        onClick={() => previous && onShow(previous)}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={next ? `Next: ${titleOf(next)}` : "No next item"}
        disabled={!next}
        onClick={() => next && onShow(next)}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
    </div>
  );
}
