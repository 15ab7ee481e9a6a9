/** Another email address. Both keys depend on it, so the master password is needed; the new address proves itself by a code. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toast.ts";
import { EmailField } from "../EmailField.tsx";
import { useChangeEmail } from "../queries.ts";
import { MailedCode } from "../recovery/MailedCode.tsx";
import { EMAIL_CHANGE_CHECKS, type EmailChangeStep, type EmailChangeValues, NO_EMAIL_CHANGE, OWN_ADDRESS } from "./email-change.ts";
import styles from "./Panels.module.css";
import type { PanelProps } from "./panel-props.ts";

export function EmailPanel({ id, title }: PanelProps) {
  const current = useSession()?.user.email ?? "";
  const [opened, setOpened] = useState(false);
  return (
    <Panel
      id={id}
      title={title}
      hint={
        <>
          You sign in with <strong>{current}</strong>. Changing it signs every other device out and ends the links to other profiles.
        </>
      }
    >
      {opened ? (
        <ChangeEmail onClose={() => setOpened(false)} />
      ) : (
        <Button variant="default" onClick={() => setOpened(true)}>
          Change email
        </Button>
      )}
    </Panel>
  );
}

/** Whatever closes it forgets the password with it. */
function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { account } = useClient();
  const { mutateAsync: changeEmail } = useChangeEmail();
  const own = useSession()?.user.email;
  const [step, setStep] = useState<EmailChangeStep>("address");
  const [codeLength, setCodeLength] = useState<number>();
  const form = useForm<EmailChangeValues>({
    start: NO_EMAIL_CHANGE,
    check: (values) => (step === "address" && values.email.trim().toLowerCase() === own ? OWN_ADDRESS : EMAIL_CHANGE_CHECKS[step](values)),
    async send({ email: typed, password, code }) {
      const email = typed.trim();
      if (step === "address") {
        setCodeLength((await account.requestEmailChange({ password, email })).codeLength);
        toast.done("Verification code sent to your email");
      } else {
        await changeEmail({ password, email, code });
        toast.done("Email changed");
      }
    },
    failed: (error) => {
      const message = messageOf(error, "Failed to change the email");
      return step === "code" ? { fields: { code: message } } : { whole: message };
    },
    onSent: () => (step === "address" ? setStep("code") : onClose()),
  });
  return (
    <Form form={form} key={step} className={styles.form}>
      {step === "code" ? <MailedCode form={form} length={codeLength} /> : <Address form={form} />}
      <FormError form={form} />
      <FormButtons>
        <Button variant="default" disabled={form.busy} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form}>{step === "address" ? "Send Verification Code" : "Verify Code"}</SubmitButton>
      </FormButtons>
    </Form>
  );
}

const Address = ({ form }: { form: FormApi<EmailChangeValues> }) => (
  <>
    <EmailField label="New email" autoComplete="email" {...form.text("email")} />
    <PasswordInput label="Master password" autoComplete="current-password" size="md" {...form.text("password")} />
  </>
);
