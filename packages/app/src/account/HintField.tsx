/** The optional hint to a master password, with the warning that it is kept readable. */

import { HINT_MAX_LENGTH } from "@coffer/core/constants";
import { HINT_IS_READABLE } from "@coffer/core/passwords/policy";
import { TextInput, type TextInputProps } from "@mantine/core";

/** @param replaces - there may be one already, which goes. */
export const HintField = ({
  replaces = false,
  ...field
}: Pick<TextInputProps, "value" | "onChange" | "error"> & { replaces?: boolean }) => (
  <TextInput
    label="Master Password Hint (Optional)"
    description={replaces ? `${HINT_IS_READABLE} Left empty, you have no hint: the one of before goes.` : HINT_IS_READABLE}
    name="hint"
    autoComplete="off"
    maxLength={HINT_MAX_LENGTH}
    size="md"
    inputWrapperOrder={["label", "input", "description"]}
    {...field}
  />
);
