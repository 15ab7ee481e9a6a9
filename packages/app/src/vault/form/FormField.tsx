/** One field of an item form, drawn by its control. Which control a field has stands in KINDS, how it is typed in CONTROLS. */
import { type Control, type ControlName, controlOf } from "@coffer/core/items/controls";
import { fullnessNote } from "@coffer/core/items/item";
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/product";
import { Select, Textarea, TextInput } from "@mantine/core";
import type { ComponentType } from "react";
import { GeneratorButton } from "../../ui/generator/GeneratorButton.tsx";
import { NOT_A_SIGN_IN, PasswordInput } from "../../ui/PasswordInput.tsx";
import { StrengthMeter } from "../../ui/StrengthMeter.tsx";
import { AddressesInput } from "../fields/AddressesInput.tsx";
import { CodeInput } from "../fields/CodeInput.tsx";
import { CustomFieldsInput } from "../fields/CustomFieldsInput.tsx";
import type { FormFieldProps } from "../fields/form-field.ts";
import { TagsInput } from "../fields/TagsInput.tsx";
import styles from "./FormField.module.css";

export function FormField(props: FormFieldProps) {
  const Input = INPUTS[props.field.control];
  return <Input {...props} />;
}

const control = ({ field }: FormFieldProps): Control => controlOf(field.control);

/** What every input of the form has. Browsers must not fill our own forms: the values are somebody's, not the user's. */
const common = ({ id, field, value, error, onLeave }: FormFieldProps) => ({
  id,
  label: field.label,
  value,
  error,
  required: field.required !== undefined,
  onBlur: onLeave,
  autoComplete: "off",
});

/** Text reads from the side its own letters begin at. The library gives a plain `dir` to what stands around the field, whose side is not asked. */
const AS_WRITTEN = { input: { dir: "auto" } };

function TextField(props: FormFieldProps) {
  const { inputMode, mono } = control(props);
  return (
    <TextInput
      {...common(props)}
      attributes={AS_WRITTEN}
      {...(inputMode ? { inputMode } : {})}
      {...(props.field.maxLength ? { maxLength: props.field.maxLength } : {})}
      placeholder={PLACEHOLDERS[props.field.control]}
      classNames={mono ? { input: "mono" } : {}}
      spellCheck={false}
      onChange={(event) => props.onType(event.currentTarget.value)}
    />
  );
}

function DateField(props: FormFieldProps) {
  return <TextInput {...common(props)} type="date" onChange={(event) => props.onType(event.currentTarget.value)} />;
}

function AreaField(props: FormFieldProps) {
  const note = fullnessNote(props.value);
  return (
    <Textarea
      {...common(props)}
      attributes={AS_WRITTEN}
      {...(note && !props.error ? { description: <span aria-live="polite">{note}</span> } : {})}
      inputWrapperOrder={["label", "input", "description", "error"]}
      rows={control(props).rows ?? 4}
      onChange={(event) => props.onType(event.currentTarget.value)}
    />
  );
}

function SelectField(props: FormFieldProps) {
  const { options = [], required, fallback } = props.field;
  const mayBeEmpty = required === undefined && fallback === undefined;
  // A value from an import or another client that is not in the list stays, instead of being lost by opening the form.
  const unknown = props.value && !options.some(({ value }) => value === props.value) ? [{ value: props.value, label: props.value }] : [];
  return (
    <Select
      {...common(props)}
      value={props.value || null}
      data={[...options, ...unknown]}
      placeholder={options.find((option) => option.value === fallback)?.label ?? "Select"}
      clearable={mayBeEmpty}
      allowDeselect={mayBeEmpty}
      maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
      onChange={(chosen) => props.onType(chosen ?? "")}
    />
  );
}

function SecretField(props: FormFieldProps) {
  const { inputMode } = control(props);
  return (
    <PasswordInput
      {...common(props)}
      autoComplete={NOT_A_SIGN_IN}
      {...(inputMode ? { inputMode } : {})}
      {...(props.field.maxLength ? { maxLength: props.field.maxLength } : {})}
      onChange={(event) => props.onType(event.currentTarget.value)}
    />
  );
}

function NewPasswordField(props: FormFieldProps) {
  return (
    <div className={styles.password}>
      <SecretField {...props} />
      <div className={styles.generate}>
        <GeneratorButton value={props.value} onUse={props.onType} />
      </div>
      {props.value && <StrengthMeter password={props.value} username={props.fields.username ?? ""} />}
    </div>
  );
}

/** For what is computed: nobody types it. */
const NoInput = (): null => null;

const INPUTS: Record<ControlName, ComponentType<FormFieldProps>> = {
  text: TextField,
  email: TextField,
  phone: TextField,
  url: TextField,
  number: TextField,
  account: TextField,
  expiry: TextField,
  password: NewPasswordField,
  pin: SecretField,
  date: DateField,
  select: SelectField,
  notes: AreaField,
  body: AreaField,
  code: CodeInput,
  addresses: AddressesInput,
  custom: CustomFieldsInput,
  tags: TagsInput,
  history: NoInput,
};

const PLACEHOLDERS: Partial<Record<ControlName, string>> = { expiry: "MM/YY", url: "https://" };
