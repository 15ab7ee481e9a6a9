/** Creates or edits a vault: name, description, colour, pictogram. */

import { DEFAULT_VAULT_COLOR, DEFAULT_VAULT_ICON } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { COLOR_FORM, SWATCHES } from "@coffer/core/items/vault-appearance";
import { Textarea, TextInput } from "@mantine/core";
import { useClient } from "../../frame/client-context.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Swatches } from "../../ui/Swatches.tsx";
import { toast } from "../../ui/toast.ts";
import { offerUndo } from "../../ui/undo.ts";
import { useSaveVault } from "../queries.ts";
import { VaultIconPicker } from "./VaultIconPicker.tsx";

interface Props {
  /** Null makes a new one. */
  readonly vault: Vault | null;
  readonly onClose: () => void;
}

const NAME_REQUIRED = "Vault name is required";

export function VaultDialog({ vault, onClose }: Props) {
  const client = useClient();
  const save = useSaveVault();
  const form = useForm({
    start: {
      name: vault?.name ?? "",
      description: vault?.description ?? "",
      color: vault?.color || DEFAULT_VAULT_COLOR,
      icon: vault?.icon || DEFAULT_VAULT_ICON,
    },
    check: ({ name }) => (name.trim() ? {} : { fields: { name: NAME_REQUIRED } }),
    async send({ name, description, color, icon }) {
      const known = COLOR_FORM.test(color) ? color : DEFAULT_VAULT_COLOR;
      await save.mutateAsync({ base: vault, name: name.trim(), description: description.trim(), color: known, icon });
      if (!vault) return toast.done("Vault created successfully");
      offerUndo("Vault updated successfully", {
        label: `edit vault "${vault.name}"`,
        takeBack: async () => {
          const base = client.vault.contents()?.vaults.find(({ id }) => id === vault.id);
          await save.mutateAsync({
            base: base ?? vault,
            name: vault.name,
            description: vault.description,
            color: vault.color,
            icon: vault.icon,
          });
        },
        back: `"${vault.name}" is as it was`,
        failed: `Could not take back the change of "${vault.name}"`,
      });
    },
    failed: vault ? "Failed to update vault" : "Failed to create vault",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog form={form} title={vault ? "Edit Vault" : "Create New Vault"} submitLabel={vault ? "Save Changes" : "Create Vault"}>
      <NeedsServer>
        The server does not answer. Unlike items, vaults cannot wait on this device: this can be saved once it answers.
      </NeedsServer>
      <TextInput label="Name" required autoComplete="off" {...form.text("name")} onBlur={() => form.dirty && form.left("name")} />
      <Textarea label="Description" rows={2} autoComplete="off" {...form.text("description")} />
      <Swatches
        label="Color"
        swatches={SWATCHES}
        value={form.values.color}
        before={vault?.color || DEFAULT_VAULT_COLOR}
        onChange={(color) => form.change({ color })}
      />
      <VaultIconPicker value={form.values.icon} color={form.values.color} onChange={(icon) => form.change({ icon })} />
    </FormDialog>
  );
}
