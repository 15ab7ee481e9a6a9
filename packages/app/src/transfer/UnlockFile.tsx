/** Step two, for an encrypted backup: the password it was given when it was made. */
import { IconLock } from "@tabler/icons-react";
import { Form, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { whyLocked } from "./read-file.ts";
import styles from "./UnlockFile.module.css";

/** @param onUnlock - opens the file, or throws. */
export function UnlockFile({ onUnlock }: { onUnlock: (password: string) => Promise<void> }) {
  const form = useForm({
    start: { password: "" },
    forgets: { password: "" },
    send: ({ password }) => onUnlock(password),
    failed: (error) => ({ fields: { password: whyLocked(error) } }),
  });
  return (
    <Form form={form} className={styles.form}>
      <h2>
        <IconLock size={20} aria-hidden />
        This backup is encrypted
      </h2>
      <p>Enter the password that the file was given when it was exported. It may be another one than your master password.</p>
      <PasswordInput label="File password" autoComplete="off" disabled={form.busy} {...form.text("password")} />
      <SubmitButton form={form} className={styles.button} busyLabel="Opening..." disabled={form.values.password === ""}>
        Open backup
      </SubmitButton>
    </Form>
  );
}
