/** A new master password, and new keys for everything unless they are declined. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toast.ts";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { checkNewPassword, checkNotGuessable } from "../passwords.ts";
import { useChangePassword } from "../queries.ts";
import { requireAll } from "../required-fields.ts";
import { NewKeys, useRenewal } from "./NewKeys.tsx";
import styles from "./Panels.module.css";
import type { PanelProps } from "./panel-props.ts";

export function PasswordPanel({ id, title }: PanelProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Panel id={id} title={title} hint="Changing it signs every other device out and ends the links to other profiles.">
      {opened ? (
        <ChangePassword onClose={() => setOpened(false)} />
      ) : (
        <Button variant="default" onClick={() => setOpened(true)}>
          Change master password
        </Button>
      )}
    </Panel>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const email = useSession()?.user.email ?? "";
  const { mutateAsync: changePassword } = useChangePassword();
  const renewal = useRenewal();
  const form = useForm({
    start: { current: "", password: "", confirmation: "", hint: "" },
    check: ({ current, password, confirmation, hint }) =>
      requireAll({ current, password, confirmation }) ?? checkNewPassword({ password, confirmation, hint }),
    verify: (values) => checkNotGuessable(values, email),
    async send({ current, password, hint }) {
      const next = { password, hint: hint.trim() || null };
      if (renewal.isChosen) await renewal.renew(current, next);
      else await changePassword({ current, next: next.password, hint: next.hint });
      toast.done(renewal.isChosen ? "Master password changed. Please save your new recovery key." : "Master password changed");
    },
    failed: "Failed to change the master password",
    onSent: onClose,
  });
  return (
    <Form form={form} className={styles.form}>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordInput label="Current master password" autoComplete="current-password" size="md" {...form.text("current")} />
      <NewPassword form={form} email={email} label="New master password" confirmLabel="Confirm new master password" />
      <HintField replaces {...form.text("hint")} />
      <NewKeys secret="password" renewal={renewal} />
      <FormError form={form} />
      <FormButtons>
        <Button variant="default" disabled={form.busy} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} busyLabel="Changing...">
          Change master password
        </SubmitButton>
      </FormButtons>
    </Form>
  );
}
