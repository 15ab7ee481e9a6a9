/** The form of a vault: how it is saved and taken back, and what it says while another device saves the same one. */
import { VaultChangedError } from "@coffer/client";
import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { changedOfVault, lookOfVault, mergeVaults, VAULT_LABELS, type VaultLook } from "@coffer/core/items/merge-vaults";
import { COLOR_FORM, isVaultIcon, SWATCHES, VAULT_ICONS } from "@coffer/core/items/vault-appearance";
import { useEffect, useState } from "react";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { offerUndo, type Undoable } from "../../ui/undo.ts";
import { useContents, useSaveVault } from "../queries.ts";

interface Options {
  /** Null makes a new one. */
  readonly vault: Vault | null;
  readonly onClose: () => void;
}

interface VaultForm {
  readonly form: FormApi<VaultLook>;
  /** What the edit is an edit of. */
  readonly base: Vault | null;
  readonly said: readonly string[];
}

const NEW: VaultLook = { name: "", description: "", color: DEFAULT_VAULT_COLOR, icon: DEFAULT_VAULT_ICON };
const NAME_REQUIRED = "Vault name is required";

export function useVaultForm({ vault, onClose }: Options): VaultForm {
  const save = useSaveVault();
  const [base, rebase] = useState(vault);
  const [said, say] = useState<readonly string[]>([]);
  const form: FormApi<VaultLook> = useForm({
    start: vault ? lookOfVault(vault) : NEW,
    check: ({ name }) => (name.trim() ? {} : { fields: { name: NAME_REQUIRED } }),
    async send({ name, description, color, icon }) {
      const known = COLOR_FORM.test(color) ? color : DEFAULT_VAULT_COLOR;
      const look = { name: name.trim(), description: description.trim(), color: known, icon };
      const saving = save.mutateAsync({ base, ...look });
      const saved = await saving.catch((error: unknown) => {
        if (error instanceof VaultChangedError) meet(error.vault);
        throw error;
      });
      if (!base) return toast.done("Vault created successfully");
      offerUndo("Vault updated successfully", undoOf({ before: base, look, after: saved }, save.mutateAsync));
    },
    failed: vault ? "Failed to update vault" : "Failed to create vault",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  const meet = (theirs: Vault): void => {
    if (!base) return;
    const met = meeting(base, form.values, theirs);
    rebase(theirs);
    form.restart(lookOfVault(theirs));
    form.change(met.values);
    say([...said, ...met.said]);
  };
  const { data: contents } = useContents();
  const newer = contents?.vaults.find(({ id, revision }) => base && id === base.id && revision > base.revision);
  useEffect(() => {
    // While it is sent, the newer save may be its own.
    if (newer && newer.state !== "tampered" && !form.busy) meet(newer);
  });
  return { form, base, said };
}

/** What the form holds once another device has saved the vault, and what it says of it. What both changed stays as it was typed: it says that saving replaces the other. */
function meeting(base: Vault, typed: VaultLook, theirs: Vault): { readonly values: VaultLook; readonly said: readonly string[] } {
  const { merged, conflicts, taken } = mergeVaults({ base, mine: typed, theirs });
  const values = { ...merged, ...Object.fromEntries(conflicts.map((name) => [name, typed[name]])) };
  const labels = taken.map((name) => VAULT_LABELS[name]).join(", ");
  return {
    values,
    said: [
      ...(labels ? [`Changed on another device while you edit: ${labels}. It is in this form now.`] : []),
      ...conflicts.map(
        (name) =>
          `${VAULT_LABELS[name]} was changed on another device too, to "${inWords(name, theirs[name])}". If you save, yours takes its place.`,
      ),
    ],
  };
}

function inWords(name: keyof VaultLook, value: string): string {
  if (name === "color") return SWATCHES.find(({ color }) => color === value)?.name ?? value;
  if (name === "icon") return isVaultIcon(value) ? VAULT_ICONS[value] : VAULT_ICONS[DEFAULT_VAULT_ICON];
  return value;
}

interface Edit {
  readonly before: Vault;
  readonly look: VaultLook;
  readonly after: Vault;
}

/** Takes back what this edit changed, and nothing that came with it from another device. */
function undoOf({ before, look, after }: Edit, save: (input: VaultLook & { readonly base: Vault }) => Promise<unknown>): Undoable {
  const back = Object.fromEntries(changedOfVault(before, look).map((name) => [name, lookOfVault(before)[name]]));
  return {
    label: `edit vault "${before.name}"`,
    takeBack: () => save({ base: after, ...lookOfVault(after), ...back }),
    back: `"${before.name}" is as it was`,
    failed: `Could not take back the change of "${before.name}"`,
  };
}
