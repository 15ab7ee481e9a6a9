/** Puts items that are in no vault into this one: choose the type, tick what is wanted, then Add. */
import type { Item, Vault } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { byCount, plural } from "@coffer/core/text";
import { Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { offerUndo } from "../../ui/undo.ts";
import { itemsOfKind } from "../item/find-items.ts";
import { mayAddToVault } from "../item/rights.ts";
import { VersionsGoWithMove } from "../item/VersionsGo.tsx";
import { usePlace } from "../queries.ts";
import { useOutcomeText } from "../waiting/waiting-queries.ts";
import { CheckList } from "./CheckList.tsx";

const TYPES = KIND_NAMES.flatMap((name) => ({ name, place: kindOf(name).placeInExisting }))
  .filter(({ place }) => place !== null)
  .toSorted((a, b) => Number(a.place) - Number(b.place))
  .map(({ name }) => name);
const [FIRST = "password"] = TYPES;

interface Choice {
  /** Of all types that were looked through. */
  readonly ids: readonly string[];
}

export function AddExistingDialog({ vault, items, onClose }: { vault: Vault; items: readonly Item[]; onClose: () => void }) {
  const place = usePlace();
  const said = useOutcomeText();
  const [kind, setKind] = useState<KindName>(FIRST);
  const form = useForm<Choice>({
    start: { ids: [] },
    async send({ ids }) {
      await place.mutateAsync({ ids: [...ids], categoryId: vault.id });
      offerUndo(said(ids, byCount(ids.length, "Item added to vault", `${plural(ids.length, "item")} added to vault`)), {
        label: `add ${plural(ids.length, "item")} to "${vault.name}"`,
        takeBack: () => place.mutateAsync({ ids: [...ids], categoryId: null }),
        back: () => said(ids, `${plural(ids.length, "item")} moved back`),
        failed: `Could not move ${plural(ids.length, "item")} back`,
      });
    },
    failed: "Failed to add item to vault",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  const { ids } = form.values;
  const listed = useMemo(() => itemsOfKind(items, kind).filter(mayAddToVault), [items, kind]);
  return (
    <FormDialog
      form={form}
      title="Add Existing Item"
      submitLabel="Add"
      busyLabel="Adding..."
      startsAt='input:not([type="hidden"])'
      isSubmitDisabled={ids.length === 0}
    >
      <Select
        label="Type"
        data={TYPES.map((name) => ({ value: name, label: kindOf(name).words.tile }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => setKind(TYPES.find((name) => name === value) ?? kind)}
      />
      <CheckList
        key={kind}
        items={listed}
        none={`Every ${kindOf(kind).words.one} is in a vault already.`}
        chosen={ids}
        onChange={(next) => form.change({ ids: next })}
      />
      <VersionsGoWithMove items={items.filter(({ id }) => ids.includes(id))} vaults={[vault]} vaultId={vault.id} />
    </FormDialog>
  );
}
