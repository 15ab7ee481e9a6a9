/** Asks for the master password before something that only its owner may do. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { requirePassword } from "../required-fields.ts";
import styles from "./Panels.module.css";

/** @param confirm - asks once more, with the password there. @param failed - the message for an error without one. */
export function PasswordQuestion({
  action,
  danger = false,
  children,
  below,
  confirm = async () => true,
  send,
  failed,
  onCancel,
}: {
  action: string;
  danger?: boolean;
  children?: ReactNode;
  /** Shown below the password; `children` are shown above it. */
  below?: ReactNode;
  confirm?: () => Promise<boolean>;
  send: (password: string) => Promise<void>;
  failed: string;
  onCancel: () => void;
}) {
  const form = useForm({
    start: { password: "" },
    check: requirePassword,
    confirm,
    send: ({ password }) => send(password),
    failed: (error) => ({ whole: messageOf(error, failed), at: "password" }),
  });
  return (
    <Form form={form} className={styles.form}>
      {children}
      <input type="hidden" name="email" autoComplete="username" value={useSession()?.user.email ?? ""} />
      <PasswordInput label="Master password" autoComplete="current-password" size="md" {...form.text("password")} />
      {below}
      <FormError form={form} />
      <FormButtons>
        <Button variant="default" disabled={form.busy} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} color={danger ? "red" : "green"}>
          {action}
        </SubmitButton>
      </FormButtons>
    </Form>
  );
}
