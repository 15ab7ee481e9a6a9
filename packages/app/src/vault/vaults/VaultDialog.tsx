/** Creates or edits a vault: name, description, colour, pictogram. */

import { DEFAULT_VAULT_COLOR } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { SWATCHES } from "@coffer/core/items/vault-appearance";
import { Textarea, TextInput } from "@mantine/core";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { Note } from "../../ui/Note.tsx";
import { Swatches } from "../../ui/Swatches.tsx";
import { useVaultForm } from "./use-vault-form.ts";
import { VaultIconPicker } from "./VaultIconPicker.tsx";

interface Props {
  /** Null makes a new one. */
  readonly vault: Vault | null;
  readonly onClose: () => void;
}

export function VaultDialog({ vault, onClose }: Props) {
  const { form, base, said } = useVaultForm({ vault, onClose });
  return (
    <FormDialog form={form} title={vault ? "Edit Vault" : "Create New Vault"} submitLabel={vault ? "Save Changes" : "Create Vault"}>
      <NeedsServer>
        The server does not answer. Unlike items, vaults cannot wait on this device: this can be saved once it answers.
      </NeedsServer>
      {said.length > 0 && (
        <Note role="status">
          {said.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences only come after others
            <p key={index}>{sentence}</p>
          ))}
        </Note>
      )}
      <TextInput label="Name" required autoComplete="off" {...form.text("name")} onBlur={() => form.dirty && form.left("name")} />
      <Textarea label="Description" rows={2} autoComplete="off" {...form.text("description")} />
      <Swatches
        label="Color"
        swatches={SWATCHES}
        value={form.values.color}
        before={base?.color || DEFAULT_VAULT_COLOR}
        onChange={(color) => form.change({ color })}
      />
      <VaultIconPicker value={form.values.icon} color={form.values.color} onChange={(icon) => form.change({ icon })} />
    </FormDialog>
  );
}
