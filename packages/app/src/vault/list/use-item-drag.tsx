/**
 * Carries items with the mouse from a list to a vault of the sidebar. It is a short cut: the menu of an item, the bar below a selection and the key M do the same
 * for everybody. With pointer events rather than the browser's own dragging: that does not begin on buttons everywhere, and hands what is carried to other windows.
 */
import type { Item, Vault } from "@coffer/core/items/item";
import { Portal } from "@mantine/core";
import { IconFolderShare } from "@tabler/icons-react";
import { type PointerEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { toast } from "../../ui/toast.ts";
import { useSidebarOverlay } from "../../ui/use-narrow.ts";
import { drag } from "../item/drag-to-vault.ts";
import { mayEdit, mayOrganise } from "../item/rights.ts";
import { namesOf } from "../item/use-deletion.ts";
import { moveFailed, useMove } from "../item/use-move.ts";
import { goingWithMove, usePersonal, versionsGo, withVersions } from "../item/VersionsGo.tsx";
import styles from "./DragLabel.module.css";
import type { ListSelection } from "./use-selection.ts";

/** Less than this is a click, in CSS pixels. */
const BEGINS_PX = 6;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** @returns what starts a drag, undefined where there is no sidebar next to the list; and the label to draw at the pointer. */
export function useItemDrag(
  { ids, items: selected }: ListSelection,
  vaults: readonly Vault[],
): [((item: Item, event: PointerEvent) => void) | undefined, ReactNode] {
  const overlay = useSidebarOverlay();
  const move = useMove(vaults);
  const [client, personal] = [useClient(), usePersonal()];
  const [dragged, setDragged] = useState<{ readonly items: readonly Item[]; readonly from: Place } | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const onDragStart = useCallback(
    (item: Item, event: PointerEvent) => {
      // What is selected goes together.
      const items = (ids.has(item.id) ? selected : [item]).filter(mayOrganise);
      const isPlain = event.pointerType === "mouse" && event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
      if (!isPlain || items.length === 0) return;
      stop.current = followPointer(event, {
        onBegin(from) {
          drag.begin(new Set(vaults.filter((vault) => takes(vault, items)).map(({ id }) => id)));
          setDragged({ items, from });
        },
        onEnd(isLetGo) {
          const vaultId = drag.end();
          setDragged(null);
          if (isLetGo && vaultId !== null)
            void withVersions(client, goingWithMove(items, vaults, personal, vaultId))
              .then(mayMove)
              .then((may) => (may ? move(items, vaultId) : undefined))
              .catch((error: unknown) => toast.failed(error, moveFailed(items)));
        },
      });
    },
    [ids, selected, vaults, move, personal, client],
  );
  return [overlay ? undefined : onDragStart, dragged && <DragLabel {...dragged} />];
}

/** A dialog says it where one chooses the vault; here it is asked. */
const mayMove = async (going: readonly Item[]): Promise<boolean> =>
  going.length === 0 || confirm({ title: "Move", message: versionsGo("move", going), confirmLabel: "Move" });

const takes = (vault: Vault, items: readonly Item[]): boolean => mayEdit(vault) && items.some(({ categoryId }) => categoryId !== vault.id);

interface DragHandlers {
  /** It has moved too far for a click. */
  readonly onBegin: (at: Place) => void;
  /** @param isLetGo - false when it was given up: Escape, another window. */
  readonly onEnd: (isLetGo: boolean) => void;
}

/** @returns what gives it up. */
function followPointer({ clientX: x, clientY: y }: PointerEvent, { onBegin, onEnd }: DragHandlers): () => void {
  const listening = new AbortController();
  let hasBegun = false;
  const end = (isLetGo: boolean): void => {
    listening.abort();
    if (hasBegun) onEnd(isLetGo);
  };
  const giveUp = (): void => end(false);
  const on = { signal: listening.signal, capture: true };
  window.addEventListener(
    "pointermove",
    (event) => {
      if (!hasBegun && Math.hypot(event.clientX - x, event.clientY - y) < BEGINS_PX) return;
      if (!hasBegun) onBegin({ x: event.clientX, y: event.clientY });
      hasBegun = true;
      drag.over(document.elementFromPoint(event.clientX, event.clientY));
    },
    on,
  );
  window.addEventListener(
    "pointerup",
    () => {
      if (hasBegun) swallowClick();
      end(true);
    },
    on,
  );
  window.addEventListener("pointercancel", giveUp, on);
  // Of the window alone: this listener also hears elements that lose the focus.
  window.addEventListener("blur", ({ target }) => target === window && giveUp(), on);
  window.addEventListener("keydown", (event) => hasBegun && isGivenUp(event) && giveUp(), on);
  return giveUp;
}

/** Escape cancels the drag and nothing else: not the selection, nor the detail next to the list. */
function isGivenUp(event: KeyboardEvent): boolean {
  if (event.key !== "Escape") return false;
  event.stopPropagation();
  return true;
}

/** Where it was let go on the item it began at, the browser makes a click of it. */
function swallowClick(): void {
  const swallowing = new AbortController();
  const on = { capture: true, signal: swallowing.signal };
  window.addEventListener("click", (event) => event.stopPropagation(), on);
  setTimeout(() => swallowing.abort());
}

/** What hangs on the pointer: the name of the item, or how many they are. */
function DragLabel({ items, from }: { readonly items: readonly Item[]; readonly from: Place }) {
  const chip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ x, y }: Place) => chip.current?.style.setProperty("transform", `translate(${x}px, ${y}px)`);
    follow(from);
    window.addEventListener("pointermove", follow);
    return () => window.removeEventListener("pointermove", follow);
  }, [from]);
  return (
    <Portal>
      <div ref={chip} className={styles.label} aria-hidden data-testid="drag-label">
        <IconFolderShare size={18} />
        <span className={styles.name}>{namesOf(items)}</span>
      </div>
    </Portal>
  );
}
