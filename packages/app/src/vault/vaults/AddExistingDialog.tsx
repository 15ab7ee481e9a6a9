/** Puts an item that lies in no vault into this one: choose the type, then the item, then Add. */
import type { Item, Vault } from "@coffer/core/items/item";
import { titleOf } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/product";
import { Button, Select } from "@mantine/core";
import { Dialog } from "../../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
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

interface Choice {
  readonly kind: KindName;
  readonly itemId: string | null;
}

export function AddExistingDialog({ vault, items, onClose }: { vault: Vault; items: readonly Item[]; onClose: () => void }) {
  const place = usePlace();
  const form = useForm<Choice>({
    start: { kind: FIRST, itemId: null },
    check: ({ itemId }) => (itemId === null ? { fields: { itemId: "Choose an item" } } : {}),
    async send({ itemId }) {
      await place.mutateAsync({ ids: itemId === null ? [] : [itemId], categoryId: vault.id });
      toast.done("Item added to vault");
    },
    failed: "Failed to add item to vault",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  const { kind, itemId } = form.values;
  return (
    <Dialog onClose={() => void form.leave()} title="Add Existing Item">
      {/* Not the item: its list would open at once, over the buttons. */}
      <Form form={form} startsAt='input:not([type="hidden"])'>
        <Select
          label="Type"
          data={TYPES.map((name) => ({ value: name, label: kindOf(name).words.tile }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => form.change({ kind: TYPES.find((name) => name === value) ?? kind, itemId: null })}
        />
        <ItemSelect key={kind} form={form} items={itemsOfKind(items, kind).filter(mayAddToVault)} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} disabled={itemId === null} busyLabel="Adding...">
            Add
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** @param items - of the chosen type, in no vault. */
function ItemSelect({ form, items }: { form: FormApi<Choice>; items: readonly Item[] }) {
  const { kind, itemId } = form.values;
  const isNone = items.length === 0;
  return (
    <Select
      label="Item"
      description={isNone ? undefined : "Only items that are in no vault are listed."}
      data={items.map((item) => ({ value: item.id, label: titleOf(item) }))}
      value={itemId}
      error={form.errors.itemId}
      onChange={(chosen) => form.change({ itemId: chosen })}
      searchable
      // The focus comes back here after a refusal: the list would lie over the buttons.
      openOnFocus={false}
      limit={LISTED}
      maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
      placeholder={isNone ? `Every ${kindOf(kind).words.one} is in a vault already` : "Choose an item"}
      disabled={isNone}
      nothingFoundMessage="Nothing found"
    />
  );
}
