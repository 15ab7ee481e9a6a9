/** A password field whose toggle says what it does and to which field. */
import { inSentence } from "@coffer/core/text";
import { ActionIcon, PasswordInput as Base, type PasswordInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";

/**
 * For a secret of an item: the browser's own password manager takes it for no password, offers to save nothing, and writes nothing of the form to its disk. ("off" and
 * "new-password" it reads as a sign-in to be remembered, user name and all.)
 */
export const NOT_A_SIGN_IN = "one-time-code";

/** A secret is none of a spelling checker's or a keyboard's business, which may send or keep what they see. */
export const AS_TYPED = { spellCheck: false, autoCapitalize: "none", autoCorrect: "off" } as const;

function toggleLabel(visible: boolean, label: string): string {
  const what = inSentence(label);
  return visible ? `Hide ${what}` : `Show ${what}`;
}

/** The eye of a secret that is typed in a field row. @param what - its label. */
export function ShowButton({ what, visible, onShow }: { what: string; visible: boolean; onShow: (visible: boolean) => void }) {
  const action = toggleLabel(visible, what);
  const Eye = visible ? IconEyeOff : IconEye;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={action}
      title={action}
      aria-pressed={visible}
      onClick={() => onShow(!visible)}
    >
      <Eye size={18} aria-hidden />
    </ActionIcon>
  );
}

/** @param shows - what the toggle names: "Show new password". Taken from the label when that is a text, which then finds both. */
export function PasswordInput({ shows, ...props }: Omit<PasswordInputProps, "name"> & { shows?: string }) {
  const [visible, setVisible] = useState(false);
  const what = shows ?? (typeof props.label === "string" ? props.label : "password");
  return (
    <Base
      {...props}
      // The UI library says this of every field but this one.
      aria-invalid={props.error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      {...AS_TYPED}
      visibilityToggleButtonProps={{ "aria-label": toggleLabel(visible, what), "aria-pressed": visible, tabIndex: 0 }}
    />
  );
}
