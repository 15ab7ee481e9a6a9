/** Moves items to another vault, or out of all of them; their present place is not offered. A new vault can be made on the spot. */

import type { Item, Vault } from "@coffer/core/items/item";
import { byCount } from "@coffer/core/text";
import { FieldGroup } from "../../ui/FieldRow.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { VaultSelect } from "../fields/VaultSelect.tsx";
import { mayEdit } from "../item/rights.ts";
import { namesOf } from "../item/use-deletion.ts";
import { makersOf, moveFailed, useMove } from "../item/use-move.ts";
import { VersionsGoWithMove } from "../item/VersionsGo.tsx";

interface Props {
  /** The user's own; items of others cannot be moved. */
  readonly items: readonly Item[];
  readonly vaults: readonly Vault[];
  readonly onClose: () => void;
}

/** No place in particular: none is chosen yet. */
const NOWHERE = undefined;

export function MoveDialog({ items, vaults, onClose }: Props) {
  const move = useMove(vaults);
  const here = commonPlace(items);
  const makers = makersOf(items);
  const form = useForm({
    start: { vaultId: NOWHERE as string | null | undefined },
    send: ({ vaultId = null }) => move(items, vaultId),
    failed: moveFailed(items),
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog
      form={form}
      title={`Move ${namesOf(items)}`}
      submitLabel={labelFor(form.values.vaultId, makers)}
      busyLabel="Moving..."
      startsAt='input:not([type="hidden"])'
      isSubmitDisabled={form.values.vaultId === NOWHERE}
    >
      <FieldGroup>
        <VaultSelect
          isFirst
          vaults={vaults.filter((vault) => mayEdit(vault) && vault.id !== here)}
          none={here === null ? null : "Unassigned"}
          value={form.values.vaultId}
          onChange={(vaultId) => form.change({ vaultId })}
        />
      </FieldGroup>
      <VersionsGoWithMove items={items} vaults={vaults} vaultId={form.values.vaultId} />
      {form.values.vaultId === null && makers.map((maker) => <GivesBack key={maker} maker={maker} items={items} />)}
    </FormDialog>
  );
}

function labelFor(vaultId: string | null | undefined, makers: readonly string[]): string {
  if (vaultId !== null) return "Move";
  return makers.length > 0 ? "Give back" : "Move to Unassigned";
}

/** What others made leaves the vault only towards its maker: the press says to whom. */
function GivesBack({ maker, items }: { readonly maker: string; readonly items: readonly Item[] }) {
  const theirs = items.filter(({ belongsTo }) => belongsTo?.email === maker);
  const names = namesOf(theirs);
  return (
    <p>
      {byCount(
        theirs.length,
        `${names} was made by ${maker}. This gives it back: only ${maker} has it then.`,
        `${names} were made by ${maker}. This gives them back: only ${maker} has them then.`,
      )}
    </p>
  );
}

/** Where all of them are now: a vault, or null for none. `NOWHERE` when they are in several places. */
function commonPlace(items: readonly Item[]): string | null | undefined {
  const [first] = items;
  return first && items.every(({ categoryId }) => categoryId === first.categoryId) ? first.categoryId : NOWHERE;
}
