/** One field of an item form, drawn by its control. KINDS says which control a field has, CONTROLS how it is typed. */

import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/constants";
import { endOf, expiryFinding } from "@coffer/core/health/expiry";
import type { ControlName } from "@coffer/core/items/controls";
import { lengthNote } from "@coffer/core/items/item";
import { Select, Textarea, TextInput } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import { IN_ROW } from "../../ui/FieldRow.tsx";
import { AddressesInput } from "../fields/AddressesInput.tsx";
import { CodeInput } from "../fields/CodeInput.tsx";
import { CustomFieldsInput } from "../fields/CustomFieldsInput.tsx";
import type { FormFieldProps } from "../fields/form-field.ts";
import { TagsInput } from "../fields/TagsInput.tsx";
import { FindingChip } from "../item/FindingChip.tsx";
import { common, control, InputRow, MONO } from "./InputRow.tsx";
import { NewPasswordField, SecretField } from "./SecretField.tsx";

export function FormField(props: FormFieldProps) {
  const Input = INPUTS[props.field.control];
  return <Input {...props} />;
}

/** Text reads from the side its own letters begin at. The library sets a plain `dir` on the elements around the field, which does not change its direction. */
const AS_WRITTEN = { input: { dir: "auto" } };

function TextField({ below, ...props }: FormFieldProps & { below?: ReactNode }) {
  const { inputMode, mono } = control(props);
  return (
    <InputRow {...props} below={below}>
      <TextInput
        {...common(props)}
        attributes={AS_WRITTEN}
        {...(inputMode ? { inputMode } : {})}
        {...(props.field.maxLength ? { maxLength: props.field.maxLength } : {})}
        placeholder={PLACEHOLDERS[props.field.control]}
        classNames={mono ? MONO : IN_ROW.classNames}
        spellCheck={false}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
    </InputRow>
  );
}

function ExpiryField(props: FormFieldProps) {
  const finding = expiryFinding(endOf(props.kind, props.fields), Date.now());
  return <TextField {...props} below={finding && <FindingChip finding={finding} />} />;
}

function DateField(props: FormFieldProps) {
  return (
    <InputRow {...props}>
      <TextInput {...common(props)} type="date" onChange={(event) => props.onType(event.currentTarget.value)} />
    </InputRow>
  );
}

function AreaField(props: FormFieldProps) {
  const note = lengthNote(props.value);
  return (
    <InputRow {...props}>
      <Textarea
        {...common(props)}
        attributes={AS_WRITTEN}
        {...(note && !props.error ? { description: <span aria-live="polite">{note}</span> } : {})}
        inputWrapperOrder={["label", "input", "description", "error"]}
        rows={control(props).rows ?? 4}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
    </InputRow>
  );
}

function SelectField(props: FormFieldProps) {
  const { options = [], required, fallback } = props.field;
  const mayBeEmpty = required === undefined && fallback === undefined;
  // A value from an import or another client that is not in the list stays, instead of being lost by opening the form.
  const unknown = props.value && !options.some(({ value }) => value === props.value) ? [{ value: props.value, label: props.value }] : [];
  return (
    <InputRow {...props}>
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
    </InputRow>
  );
}

/** For what cannot be typed: a computed value, or what a site and a program agreed on. */
const NoInput = (): null => null;

const INPUTS: Record<ControlName, ComponentType<FormFieldProps>> = {
  text: TextField,
  email: TextField,
  phone: TextField,
  url: TextField,
  number: TextField,
  account: TextField,
  expiry: ExpiryField,
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
  passkeys: NoInput,
  keys: NoInput,
};

const PLACEHOLDERS: Partial<Record<ControlName, string>> = { expiry: "MM/YY", url: "https://" };
