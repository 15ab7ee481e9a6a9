/** Fields that a person adds to an item: each with a label, a type, a value and the section it is under. */
import { CUSTOM_FIELD_TYPES, type CustomField, readCustomFields } from "@coffer/core/items/structured-fields";
import { Autocomplete, Select, Switch, TextInput } from "@mantine/core";
import type { ComponentType } from "react";
import { FieldRow } from "../../ui/FieldRow.tsx";
import { NOT_A_SIGN_IN, PasswordInput } from "../../ui/PasswordInput.tsx";
import styles from "./CustomFieldsInput.module.css";
import { BLANK_FIELD, isYes, sectionsInUse, TYPE_LABELS, withType, writeFilledFields, yesNo } from "./custom-field.ts";
import type { FormFieldProps } from "./form-field.ts";
import { ListEditor } from "./ListEditor.tsx";
import { entriesOf } from "./list-editor.ts";
import { useListEditor } from "./use-list-editor.ts";

export function CustomFieldsInput({ id, field, value, onType }: FormFieldProps) {
  const editing = useListEditor({ value, onType, read: readCustomFields, write: writeFilledFields });
  const sections = sectionsInUse(entriesOf(editing.rows));
  return (
    <FieldRow>
      <ListEditor id={id} label={field.label} framed one="Field" blank={BLANK_FIELD} editing={editing}>
        {({ entry, name, change }) => <CustomRow entry={entry} name={name} sections={sections} change={change} />}
      </ListEditor>
    </FieldRow>
  );
}

interface RowProps {
  readonly entry: CustomField;
  readonly name: string;
  readonly sections: readonly string[];
  readonly change: (field: CustomField) => void;
}

function CustomRow({ entry, name, sections, change }: RowProps) {
  const Value = VALUE_INPUTS[entry.type];
  return (
    <>
      <TextInput
        label="Label"
        aria-label={`Label of ${name}`}
        value={entry.label}
        autoComplete="off"
        onChange={(event) => change({ ...entry, label: event.currentTarget.value })}
      />
      <Select
        label="Type"
        aria-label={`Type of ${name}`}
        value={entry.type}
        data={CUSTOM_FIELD_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] }))}
        allowDeselect={false}
        onChange={(type) => change(withType(entry, type ?? entry.type))}
      />
      <div className={styles.value}>
        <Value name={`Value of ${name}`} value={entry.value} onType={(value) => change({ ...entry, value })} />
      </div>
      <Autocomplete
        label="Section"
        aria-label={`Section of ${name}`}
        value={entry.section}
        data={[...sections]}
        placeholder="None"
        autoComplete="off"
        onChange={(section) => change({ ...entry, section })}
      />
    </>
  );
}

interface ValueProps {
  readonly name: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

const VALUE_INPUTS: Record<CustomField["type"], ComponentType<ValueProps>> = {
  text: ({ name, value, onType }) => (
    <TextInput label="Value" aria-label={name} value={value} autoComplete="off" onChange={(event) => onType(event.currentTarget.value)} />
  ),
  hidden: ({ name, value, onType }) => (
    <PasswordInput
      label="Value"
      shows={name}
      aria-label={name}
      value={value}
      autoComplete={NOT_A_SIGN_IN}
      classNames={{ innerInput: "mono" }}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  ),
  boolean: ({ name, value, onType }) => (
    <Switch
      className={styles.switch}
      label={isYes({ value }) ? "Yes" : "No"}
      aria-label={name}
      checked={isYes({ value })}
      onChange={(event) => onType(yesNo(event.currentTarget.checked))}
    />
  ),
};
