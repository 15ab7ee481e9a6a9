/** Step two, for a file that is encrypted: the password it was given when it was made, and a key file where the program has such. */
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { Form, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { type FileKey, whyLocked } from "./read-file.ts";
import styles from "./UnlockFile.module.css";

interface UnlockFileProps {
  /** A backup of our own; otherwise a file of another program. */
  readonly isBackup: boolean;
  readonly takesKeyFile: boolean;
  /** Opens the file, or throws. */
  readonly onUnlock: (key: FileKey) => Promise<void>;
}

export function UnlockFile({ isBackup, takesKeyFile, onUnlock }: UnlockFileProps) {
  const [keyFile, setKeyFile] = useState<File | null>(null);
  const form = useForm({
    start: { password: "" },
    forgets: { password: "" },
    send: ({ password }) => onUnlock({ password, keyFile }),
    failed: (error) => ({ fields: { password: whyLocked(error) } }),
  });
  return (
    <Form form={form} className={styles.form}>
      <h2>
        <IconLock size={20} aria-hidden />
        {isBackup ? "This backup is encrypted" : "This file is encrypted"}
      </h2>
      <p>
        {isBackup
          ? "Enter the password that the file was given when it was exported. It may differ from your master password."
          : "Enter the password that opens it in the program it came from. The file is opened on this device, and no one else sees the password."}
      </p>
      <PasswordInput label="File password" autoComplete="off" disabled={form.busy} {...form.text("password")} />
      {takesKeyFile && (
        <label className={styles.keyFile}>
          <span>Key file (if it has one)</span>
          <input type="file" disabled={form.busy} onChange={({ currentTarget }) => setKeyFile(currentTarget.files?.[0] ?? null)} />
        </label>
      )}
      <SubmitButton form={form} className={styles.button} busyLabel="Opening..." disabled={form.values.password === "" && keyFile === null}>
        {isBackup ? "Open backup" : "Open file"}
      </SubmitButton>
    </Form>
  );
}
