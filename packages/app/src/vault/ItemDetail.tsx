/** An item in full, in a sheet: its fields with what can be done with them, its vault and dates, and the way to its neighbours in the list. */
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { shortDate } from "@coffer/core/text";
import { ActionIcon, Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPencil, IconTrash } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef } from "react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Loading } from "../ui/Loading.tsx";
import { Sheet } from "../ui/Sheet.tsx";
import { toast } from "../ui/toast.ts";
import { VaultBadge } from "../ui/VaultBadge.tsx";
import { ItemFields } from "./ItemFields.tsx";
import { SharedMarker, Star } from "./ItemTile.tsx";
import { useItem } from "./queries.ts";
import { mayEdit } from "./rights.ts";
import { SiteIcon } from "./SiteIcon.tsx";
import type { ItemActions } from "./use-item-actions.ts";
import "./forms.css";

interface Props {
  /** As the list has it; the full item is opened here. */
  readonly item: Item;
  readonly vault: Vault | null;
  readonly actions: ItemActions;
  readonly onClose: () => void;
  readonly onEdit: (item: Item) => void;
  /** Neighbours in the list that is shown; null at its ends. */
  readonly previous: Item | null;
  readonly next: Item | null;
  readonly onShow: (item: Item) => void;
}

export function ItemDetail({ item, vault, actions, onClose, onEdit, previous, next, onShow }: Props) {
  const opened = useItem(item);
  const { words } = kindOf(item.kind);
  useEffect(() => {
    if (opened.isError) toast.failed(opened.error, words.openFailed);
  }, [opened.isError, opened.error, words.openFailed]);

  const remove = async () => {
    if (await actions.remove(item)) onClose();
  };
  const content = useNeighbourKeys(previous, next, onShow);
  return (
    <Sheet
      opened
      onClose={onClose}
      title={titleOf(item)}
      actions={<Star item={item} actions={actions} withStar tabIndex={0} />}
      footer={
        <div className="detail-footer">
          <Neighbours previous={previous} next={next} onShow={onShow} />
          {mayEdit(item) && (
            <>
              <Button variant="subtle" color="red" leftSection={<IconTrash size={17} />} onClick={() => void remove()}>
                Delete
              </Button>
              <Button leftSection={<IconPencil size={17} />} disabled={item.state === "tampered"} onClick={() => onEdit(item)}>
                Edit
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className="detail" ref={content}>
        <div className="detail-head">
          <SiteIcon item={item} size={56} />
          <div className="face-lines">
            <p className="detail-name">{titleOf(item)}</p>
            <div className="detail-facts">
              {vault ? <VaultBadge name={vault.name} color={vault.color} /> : <span className="detail-unassigned">Unassigned</span>}
              <SharedMarker item={item} />
            </div>
          </div>
        </div>
        {(item.state === "tampered" || opened.data?.state === "tampered") && <ErrorNote>{TAMPERED}</ErrorNote>}
        {opened.isError && <ErrorNote>{words.openFailed}</ErrorNote>}
        {opened.isPending && <Loading rows={4} />}
        {opened.data && <ItemFields item={opened.data} actions={actions} />}
        <dl className="detail-dates">
          <div>
            <dt>Created</dt>
            <dd>{shortDate(item.createdAt)}</dd>
          </div>
          <div>
            <dt>Updated</dt>
            <dd>{shortDate(item.updatedAt)}</dd>
          </div>
          {item.lastUsedAt !== null && (
            <div>
              <dt>Last used</dt>
              <dd>{shortDate(item.lastUsedAt)}</dd>
            </div>
          )}
        </dl>
      </div>
    </Sheet>
  );
}

const TAMPERED =
  "Part of this item could not be decrypted: it was changed outside this product or is damaged. Nothing of it is filled in or copied.";

/** The arrows walk through the list from anywhere in the dialog, but not while something is typed or another dialog is above. */
function useNeighbourKeys(previous: Item | null, next: Item | null, onShow: (item: Item) => void): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : null;
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

function Neighbours({ previous, next, onShow }: Pick<Props, "previous" | "next" | "onShow">) {
  return (
    <div className="detail-neighbours">
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
