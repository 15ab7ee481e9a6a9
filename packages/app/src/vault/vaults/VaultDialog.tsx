/** Creates or edits a vault: name, description, colour. */

import type { Vault } from "@coffer/core/items/item";
import { COLOR_FORM, VAULT_COLORS } from "@coffer/core/items/vault-look";
import { DEFAULT_VAULT_COLOR } from "@coffer/core/product";
import { Button, ColorInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { toast } from "../../ui/toast.ts";
import { Dialog } from "../form/Dialog.tsx";
import { confirmClose } from "../item/confirm-close.ts";
import { useSaveVault } from "../queries.ts";

interface Props {
  /** Null makes a new one. */
  readonly vault: Vault | null;
  readonly onClose: () => void;
}

const NAME_REQUIRED = "Vault name is required";

export function VaultDialog({ vault, onClose }: Props) {
  const [start] = useState({
    name: vault?.name ?? "",
    description: vault?.description ?? "",
    color: vault?.color || DEFAULT_VAULT_COLOR,
  });
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveVault();
  const dirty = start.name !== draft.name || start.description !== draft.description || start.color !== draft.color;

  const close = async () => {
    if (save.isPending) return;
    if (!dirty || (await confirmClose())) onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = draft.name.trim();
    if (!name) return setProblem(NAME_REQUIRED);
    if (save.isPending) return;
    const color = COLOR_FORM.test(draft.color) ? draft.color : DEFAULT_VAULT_COLOR;
    try {
      await save.mutateAsync({ base: vault, name, description: draft.description.trim(), color });
      toast.done(vault ? "Vault updated successfully" : "Vault created successfully");
      onClose();
    } catch (error) {
      toast.failed(error, vault ? "Failed to update vault" : "Failed to create vault");
    }
  };
  return (
    <Dialog onClose={() => void close()} title={vault ? "Edit Vault" : "Create New Vault"}>
      <form className="dialog-form" noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          required
          autoComplete="off"
          data-autofocus
          value={draft.name}
          error={problem}
          onBlur={() => setProblem(draft.name.trim() || !dirty ? null : NAME_REQUIRED)}
          onChange={(event) => {
            setProblem(null);
            setDraft({ ...draft, name: event.currentTarget.value });
          }}
        />
        <Textarea
          label="Description"
          rows={3}
          autoComplete="off"
          value={draft.description}
          onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
        />
        <ColorInput
          label="Color"
          format="hex"
          withEyeDropper={false}
          swatches={[...VAULT_COLORS]}
          swatchesPerRow={10}
          value={draft.color}
          onChange={(color) => setDraft({ ...draft, color })}
        />
        <div className="dialog-buttons">
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {vault ? "Save Changes" : "Create Vault"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
