/** The field of an email address: no autocorrection changes what is typed into it. */
import { TextInput, type TextInputProps } from "@mantine/core";

/** @param autoComplete - "username" where it is used to sign in, "off" where this browser should not suggest the user's own. */
export const EmailField = (props: Pick<TextInputProps, "label" | "name" | "autoComplete" | "value" | "error" | "onChange">) => (
  <TextInput type="email" autoCapitalize="none" spellCheck={false} size="md" {...props} />
);
