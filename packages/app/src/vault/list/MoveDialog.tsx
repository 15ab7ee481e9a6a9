/** Moves items to another vault, or out of all of them; a new vault can be made on the spot. */
import type { Item, Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { namesOf, wasOrWere } from "../item/use-deletion.ts";
import { usePlace } from "../queries.ts";

interface Props {
  /** One's own; others may not be moved. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly onClose: () => void;
}

export function MoveDialog({ items, vaults, onClose }: Props) {
  const [chosen, choose] = useState<string | null>(() => commonVault(items));
  const place = usePlace();
  const move = async (event: FormEvent) => {
    event.preventDefault();
    // Moving elsewhere and back is no change: only those that lie elsewhere are moved.
    const ids = items.filter(({ categoryId }) => categoryId !== chosen).map(({ id }) => id);
    try {
      if (ids.length > 0) await place.mutateAsync({ ids, categoryId: chosen });
      toast.done(`${namesOf(items)} ${wasOrWere(items)} moved to ${vaults.find(({ id }) => id === chosen)?.name ?? "Unassigned"}`);
      onClose();
    } catch (error) {
      toast.failed(error, `Could not move ${namesOf(items)}`);
    }
  };
  return (
    <Dialog onClose={() => place.isPending || onClose()} title={`Move ${namesOf(items)}`}>
      <form className="dialog-form" onSubmit={(event) => void move(event)}>
        <VaultSelect vaults={vaults} value={chosen} onChange={choose} />
        <div className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={place.isPending}>
            {chosen === null ? "Move to Unassigned" : "Move"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where all of them lie now; null when in none, or in several. */
function commonVault(items: readonly Item[]): string | null {
  const [first] = items;
  return first && items.every(({ categoryId }) => categoryId === first.categoryId) ? first.categoryId : null;
}
