/** A password field whose toggle says what it does and to which field. */
import { PasswordInput as Base, type PasswordInputProps } from "@mantine/core";
import { useState } from "react";

/**
 * For a secret of an item: the browser's own password manager takes it for no password, offers to save nothing, and writes nothing of the form to its disk. ("off" and
 * "new-password" it reads as a sign-in to be remembered, user name and all.)
 */
export const NOT_A_SIGN_IN = "one-time-code";

/** @param name - what the toggle names: "Show master password". Taken from the label when that is a text. */
export function PasswordInput({ name, ...props }: PasswordInputProps & { name?: string }) {
  const [visible, setVisible] = useState(false);
  const what = (name ?? (typeof props.label === "string" ? props.label : "password")).toLowerCase();
  return (
    <Base
      {...props}
      // The UI library says this of every field but this one.
      aria-invalid={props.error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      visibilityToggleButtonProps={{ "aria-label": `${visible ? "Hide" : "Show"} ${what}`, "aria-pressed": visible, tabIndex: 0 }}
    />
  );
}
