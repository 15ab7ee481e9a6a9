/** Puts an item that lies in no vault into this one: choose the type, then the item, then Add. */
import type { Item, Vault } from "@coffer/core/items/item";
import { titleOf } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/product";
import { Button, Select } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { itemsOfKind } from "../item/find-items.ts";
import { mayAddToVault } from "../item/rights.ts";
import { usePlace } from "../queries.ts";

const TYPES = KIND_NAMES.flatMap((name) => ({ name, place: kindOf(name).placeInExisting }))
  .filter(({ place }) => place !== null)
  .toSorted((a, b) => Number(a.place) - Number(b.place))
  .map(({ name }) => name);
const [FIRST = "password"] = TYPES;
/** More than this in one dropdown helps nobody; typing narrows it. */
const LISTED = 100;

export function AddExistingDialog({ vault, items, onClose }: { vault: Vault; items: readonly Item[]; onClose: () => void }) {
  const [kind, setKind] = useState<KindName>(FIRST);
  const [chosen, setChosen] = useState<string | null>(null);
  const place = usePlace();
  const free = itemsOfKind(items, kind).filter(mayAddToVault);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!chosen || place.isPending) return;
    try {
      await place.mutateAsync({ ids: [chosen], categoryId: vault.id });
      toast.done("Item added to vault");
      onClose();
    } catch (error) {
      toast.failed(error, "Failed to add item to vault");
    }
  };
  return (
    <Dialog onClose={() => place.isPending || onClose()} title="Add Existing Item">
      <form className="dialog-form" onSubmit={(event) => void add(event)}>
        <Select
          label="Type"
          data={TYPES.map((name) => ({ value: name, label: kindOf(name).words.tile }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => {
            setKind(TYPES.find((name) => name === value) ?? kind);
            setChosen(null);
          }}
        />
        <Select
          key={kind}
          label="Item"
          description={free.length === 0 ? undefined : `Only items that are in no vault are listed.`}
          data={free.map((item) => ({ value: item.id, label: titleOf(item) }))}
          value={chosen}
          onChange={setChosen}
          searchable
          limit={LISTED}
          maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
          placeholder={free.length === 0 ? `Every ${kindOf(kind).words.one} is in a vault already` : "Choose an item"}
          disabled={free.length === 0}
          nothingFoundMessage="Nothing found"
          data-autofocus
        />
        <div className="dialog-buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!chosen} loading={place.isPending}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
