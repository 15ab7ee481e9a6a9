/** The first step of signing in: email and master password. */

import { Checkbox } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useLocation } from "react-router";
import { useSessionState } from "../../frame/client-context.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { EmailField } from "../EmailField.tsx";
import { noticeFor } from "../sign-in-notice.ts";
import { TextLink } from "../TextButton.tsx";
import styles from "./SignInForm.module.css";
import type { Credentials } from "./sign-in.ts";

export interface SignInValues extends Credentials {
  readonly remember: boolean;
}

export function SignInForm({ form }: { form: FormApi<SignInValues> }) {
  const notice = noticeFor(useSessionState().reason, useLocation().state);
  const { email, remember } = form.values;
  return (
    <Form form={form} startsAt={`[data-field="${email === "" ? "email" : "password"}"]`}>
      {notice !== null && !form.busy && form.error === null && (
        <Note tone={notice.tone} role="status">
          {notice.message}
        </Note>
      )}
      <EmailField label="Email" name="email" autoComplete="username" {...form.text("email")} />
      <Password form={form} />
      <div className={styles.options}>
        <Checkbox label="Remember me" checked={remember} onChange={(event) => form.change({ remember: event.currentTarget.checked })} />
        <TextLink to="/forgot-password" state={{ email: email.trim() }}>
          Forgot your password?
        </TextLink>
      </div>
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth mt={4} busyLabel="Signing in...">
        Sign in
      </SubmitButton>
    </Form>
  );
}

function Password({ form }: { form: FormApi<SignInValues> }) {
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <div>
      <PasswordInput
        label="Master Password"
        shows="password"
        autoComplete="current-password"
        size="md"
        onKeyUp={watch}
        onKeyDown={watch}
        {...form.text("password")}
      />
      {capsLock && (
        <div className={styles.caps} role="status">
          Caps Lock is on
        </div>
      )}
    </div>
  );
}
