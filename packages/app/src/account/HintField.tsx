/** The optional hint to a master password, with the warning that it is kept readable. */
import { HINT_IS_READABLE } from "@coffer/core/passwords/policy";
import { TextInput, type TextInputProps } from "@mantine/core";

export const HintField = (field: Pick<TextInputProps, "value" | "onChange" | "error">) => (
  <TextInput
    label="Master Password Hint (Optional)"
    description={HINT_IS_READABLE}
    name="hint"
    autoComplete="off"
    maxLength={200}
    size="md"
    inputWrapperOrder={["label", "input", "description"]}
    {...field}
  />
);
