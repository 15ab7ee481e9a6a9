/** Chooses the vault of an item, or makes a new one on the spot: select, name, Create, and the new vault is chosen (specification 2 §4). */

import { DEFAULT_VAULT_COLOR, DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import type { Vault } from "@coffer/core/items/item";
import { Button, Select, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useEscape } from "../../frame/use-escape.ts";
import { FieldRow, IN_ROW } from "../../ui/FieldRow.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { NeedsServer } from "../../ui/NeedsServer.tsx";
import { sortVaults } from "../item/find-items.ts";
import { mayEdit, ownerLabel } from "../item/rights.ts";
import { useSaveVault } from "../queries.ts";
import styles from "./VaultSelect.module.css";

interface Props {
  readonly vaults: readonly Vault[];
  /** Null: in no vault. Undefined: nothing is chosen yet. */
  readonly value: string | null | undefined;
  /** What "no vault" is called; null where it is not offered. */
  readonly none?: string | null;
  readonly onChange: (vaultId: string | null) => void;
  /** The focus starts here: a list that opens with it would cover the buttons. */
  readonly isFirst?: boolean;
}

/** Values of the two options that are not vaults; vault ids are UUIDs. */
const NO_VAULT = "none";
const NEW_VAULT = "new";
const CHOOSE = "Select Vault";

export function VaultSelect({ vaults, value, none = CHOOSE, onChange, isFirst = false }: Props) {
  const [creating, setCreating] = useState(false);
  const id = useId();
  const [isBack, setBack] = useFocusAfter(creating, id);
  if (creating) {
    return (
      <NewVaultBox
        onCancel={() => setCreating(false)}
        onCreated={(vault) => {
          setCreating(false);
          onChange(vault.id);
        }}
      />
    );
  }
  const options = sortVaults(vaults.filter(mayEdit)).map((vault) => ({
    value: vault.id,
    label: [vault.name, ownerLabel(vault)].filter(Boolean).join(" · "),
  }));
  return (
    <FieldRow label="Vault" input={id}>
      <Select
        {...IN_ROW}
        id={id}
        // Names the list too.
        aria-label="Vault"
        // Below other fields it does: the complaint of the one that loses the focus may move it away from under the pointer.
        openOnFocus={!(isFirst || isBack)}
        onBlur={() => setBack(false)}
        data={[...(none === null ? [] : [{ value: NO_VAULT, label: none }]), ...options, { value: NEW_VAULT, label: "Create new Vault" }]}
        value={value === undefined ? null : (value ?? NO_VAULT)}
        placeholder={CHOOSE}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No vault of this name"
        maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
        renderOption={({ option }) => <span className={option.value === NEW_VAULT ? styles.new : undefined}>{option.label}</span>}
        onChange={(chosen) => {
          if (chosen === NEW_VAULT) setCreating(true);
          else onChange(chosen === NO_VAULT ? null : chosen);
        }}
      />
    </FieldRow>
  );
}

/** The focus returns to the field once the box in its place is gone: else it would be with the page behind the form, and its keys too. */
function useFocusAfter(creating: boolean, id: string) {
  const before = useRef(creating);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (creating) setBack(true);
    else if (before.current) document.getElementById(id)?.focus();
    before.current = creating;
  }, [creating, id]);
  return [isBack, setBack] as const;
}

function NewVaultBox({ onCancel, onCreated }: { onCancel: () => void; onCreated: (vault: Vault) => void }) {
  const save = useSaveVault();
  const created = useRef<Vault | null>(null);
  const form = useForm({
    start: { name: "" },
    async send({ name }) {
      created.current = await save.mutateAsync({ base: null, name: name.trim(), description: "", color: DEFAULT_VAULT_COLOR });
    },
    failed: "Failed to create category",
    failsBy: "toast",
    onSent: () => created.current && onCreated(created.current),
    guard: { onLeave: onCancel },
  });
  const isBlank = form.values.name.trim() === "";
  const create = () => void (isBlank || form.submit());
  // Inside another dialog, and of its buttons too.
  useEscape(true, form.leave);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Inside another form: the key belongs to this box.
    event.preventDefault();
    event.stopPropagation();
    create();
  };
  return (
    <div className={styles.box}>
      <NeedsServer>
        The server does not answer. Unlike items, vaults cannot wait on this device: it can be created once it answers.
      </NeedsServer>
      <TextInput label="New vault name" autoComplete="off" data-autofocus ref={focusOnce} {...form.text("name")} onKeyDown={onKeyDown} />
      <div className={styles.buttons}>
        <Button size="xs" disabled={isBlank || form.busy} onClick={create}>
          {form.busy ? "Creating..." : "Create"}
        </Button>
        <Button size="xs" variant="default" onClick={() => void form.leave()}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The box replaces the select that had the focus. */
const focusOnce = (input: HTMLInputElement | null): void => input?.focus();
