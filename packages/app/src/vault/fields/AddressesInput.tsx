/** Further web addresses of a login, each with how it is compared to a page. */

import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import { MATCH_LABELS, MATCH_MODES } from "@coffer/core/items/match-modes";
import { type Address, DEFAULT_MATCH, readAddresses, writeAddresses } from "@coffer/core/items/structured-fields";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { addressError, BLANK_ADDRESS } from "./address.ts";
import type { FormFieldProps } from "./form-field.ts";
import { ListEditor } from "./ListEditor.tsx";
import { useListEditor } from "./use-list-editor.ts";

export function AddressesInput({ id, field, value, error, onType }: FormFieldProps) {
  const editing = useListEditor({ value, onType, read: readAddresses, write: writeAddresses });
  return (
    <FieldRow label={field.label}>
      <ListEditor id={id} label={field.label} one="Web address" blank={BLANK_ADDRESS} editing={editing}>
        {(row) => <AddressRow {...row} checked={error !== undefined} />}
      </ListEditor>
    </FieldRow>
  );
}

interface RowProps {
  readonly entry: Address;
  readonly name: string;
  readonly change: (address: Address) => void;
  /** A save was tried and refused because of one of the addresses. */
  readonly checked: boolean;
}

function AddressRow({ entry, name, change, checked }: RowProps) {
  const [left, setLeft] = useState(false);
  return (
    <>
      <TextInput
        aria-label={name}
        value={entry.url}
        error={(left || checked) && addressError(entry)}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        onBlur={() => setLeft(true)}
        onChange={(event) => {
          setLeft(false);
          change({ ...entry, url: event.currentTarget.value });
        }}
      />
      <Select
        aria-label={`How ${name} matches`}
        value={entry.match}
        data={MATCH_MODES.map((mode) => ({ value: mode, label: MATCH_LABELS[mode] }))}
        allowDeselect={false}
        maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
        onChange={(match) => change({ ...entry, match: match ?? DEFAULT_MATCH })}
      />
    </>
  );
}
