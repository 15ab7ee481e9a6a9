/** Moves items to another vault, or out of all of them; a new vault can be made on the spot. */
import type { Item, Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { Dialog } from "../../frame/Dialog.tsx";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { mayEdit } from "../item/rights.ts";
import { namesOf, wasOrWere } from "../item/use-deletion.ts";
import { usePlace } from "../queries.ts";

interface Props {
  /** One's own; others may not be moved. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly onClose: () => void;
}

export function MoveDialog({ items, vaults, onClose }: Props) {
  const place = usePlace();
  const form = useForm({
    start: { vaultId: commonVault(items) },
    async send({ vaultId }) {
      // Moving elsewhere and back is no change: only those that lie elsewhere are moved.
      const ids = items.filter(({ categoryId }) => categoryId !== vaultId).map(({ id }) => id);
      if (ids.length > 0) await place.mutateAsync({ ids, categoryId: vaultId });
      toast.done(`${namesOf(items)} ${wasOrWere(items)} moved to ${vaults.find(({ id }) => id === vaultId)?.name ?? "Unassigned"}`);
    },
    failed: `Could not move ${namesOf(items)}`,
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <Dialog onClose={() => void form.leave()} title={`Move ${namesOf(items)}`}>
      <Form form={form} startsAt='input:not([type="hidden"])'>
        <FieldGroup>
          <VaultSelect vaults={vaults.filter(mayEdit)} value={form.values.vaultId} onChange={(vaultId) => form.change({ vaultId })} />
        </FieldGroup>
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="Moving...">
            {form.values.vaultId === null ? "Move to Unassigned" : "Move"}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Where all of them lie now; null when in none, or in several. */
function commonVault(items: readonly Item[]): string | null {
  const [first] = items;
  return first && items.every(({ categoryId }) => categoryId === first.categoryId) ? first.categoryId : null;
}
