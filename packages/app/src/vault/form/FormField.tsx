/** One field of an item form, drawn by its control. Which control a field has stands in KINDS, how it is typed in CONTROLS. */
import { endOf, expiryFinding } from "@coffer/core/health/expiry";
import { type Control, type ControlName, controlOf } from "@coffer/core/items/controls";
import { fullnessNote } from "@coffer/core/items/item";
import { DROPDOWN_MAX_HEIGHT_PX } from "@coffer/core/product";
import { Select, Textarea, TextInput } from "@mantine/core";
import { type ComponentType, type ReactNode, useState } from "react";
import { FieldRow, IN_ROW } from "../../ui/FieldRow.tsx";
import { GeneratorButton } from "../../ui/generator/GeneratorButton.tsx";
import { AS_TYPED, NOT_A_SIGN_IN, ShowButton } from "../../ui/PasswordInput.tsx";
import { StrengthMeter } from "../../ui/StrengthMeter.tsx";
import { AddressesInput } from "../fields/AddressesInput.tsx";
import { CodeInput } from "../fields/CodeInput.tsx";
import { CustomFieldsInput } from "../fields/CustomFieldsInput.tsx";
import type { FormFieldProps } from "../fields/form-field.ts";
import { TagsInput } from "../fields/TagsInput.tsx";
import { FindingChip } from "../item/FindingChip.tsx";

export function FormField(props: FormFieldProps) {
  const Input = INPUTS[props.field.control];
  return <Input {...props} />;
}

const control = ({ field }: FormFieldProps): Control => controlOf(field.control);

/** What every input of the form has. Browsers must not fill our own forms: the values are somebody's, not the user's. */
const common = ({ id, field, value, error, onLeave }: FormFieldProps) => ({
  ...IN_ROW,
  id,
  value,
  error,
  required: field.required !== undefined,
  onBlur: onLeave,
  autoComplete: "off",
});

/** The same row as in the detail, with an input where the value stood. */
function InputRow({ id, field, ...row }: FormFieldProps & { actions?: ReactNode; below?: ReactNode; children: ReactNode }) {
  const { actions, below, children } = row;
  return (
    <FieldRow
      label={field.label}
      input={id}
      required={field.required !== undefined}
      secret={controlOf(field.control).secret}
      actions={actions}
      below={below}
    >
      {children}
    </FieldRow>
  );
}

/** Text reads from the side its own letters begin at. The library gives a plain `dir` to what stands around the field, whose side is not asked. */
const AS_WRITTEN = { input: { dir: "auto" } };
const MONO = { ...IN_ROW.classNames, input: `${IN_ROW.classNames.input} mono` };

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
  const note = fullnessNote(props.value);
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

function SecretField({ more, below, ...props }: FormFieldProps & { more?: ReactNode; below?: ReactNode }) {
  const { inputMode } = control(props);
  const [visible, show] = useState(props.shown === true);
  return (
    <InputRow
      {...props}
      below={below}
      actions={
        <>
          {more}
          <ShowButton what={props.field.label} visible={visible} onShow={show} />
        </>
      }
    >
      <TextInput
        {...common(props)}
        {...AS_TYPED}
        classNames={MONO}
        type={visible ? "text" : "password"}
        autoComplete={NOT_A_SIGN_IN}
        {...(inputMode ? { inputMode } : {})}
        {...(props.field.maxLength ? { maxLength: props.field.maxLength } : {})}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
    </InputRow>
  );
}

function NewPasswordField(props: FormFieldProps) {
  return (
    <SecretField
      {...props}
      more={<GeneratorButton value={props.value} onUse={props.onType} />}
      below={props.value && <StrengthMeter password={props.value} username={props.fields.username ?? ""} />}
    />
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
};

const PLACEHOLDERS: Partial<Record<ControlName, string>> = { expiry: "MM/YY", url: "https://" };
