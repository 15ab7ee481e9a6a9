/** The optional hint to a master password, with the warning that it is kept readable. */

import { HINT_IS_READABLE } from "@coffer/core/passwords/policy";
import { HINT_MAX_LENGTH } from "@coffer/core/product";
import { TextInput } from "@mantine/core";

export function HintField({ value, onChange }: { value: string; onChange: (hint: string) => void }) {
  return (
    <TextInput
      label="Master Password Hint (Optional)"
      description={HINT_IS_READABLE}
      name="hint"
      autoComplete="off"
      maxLength={HINT_MAX_LENGTH}
      size="md"
      inputWrapperOrder={["label", "input", "description"]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
