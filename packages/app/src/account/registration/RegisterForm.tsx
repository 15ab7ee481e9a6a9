/** The form of a new account. On success it leaves for the sign-in page, where the recovery key is shown. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { CodeField } from "../CodeField.tsx";
import { EmailField } from "../EmailField.tsx";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { checkNotGuessable } from "../passwords.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import styles from "./RegisterForm.module.css";
import { CODE_FAILED, CREATION_FAILED, checkRegistration, type RegistrationForm } from "./registration.ts";

interface RegisterFormProps {
  token: string;
  /** Whom the invitation is for; null for an open one, which asks. */
  email: string | null;
  /** Whether the address has to be proven by a mailed code. */
  needsCode: boolean;
}

export function RegisterForm({ token, email: invited, needsCode }: RegisterFormProps) {
  const { account, team } = useClient();
  const navigate = useNavigate();
  // The secret of a link that was handed over; it never goes to the server.
  const { hash: fragment } = useLocation();
  const form = useForm<RegistrationForm>({
    start: { email: invited ?? "", password: "", confirmation: "", hint: "", code: "" },
    check: (values) => checkRegistration(values, needsCode),
    verify: (values) => checkNotGuessable(values, values.email),
    async send({ password, hint, code, ...typed }) {
      const email = typed.email.trim();
      const { recoveryKey } = await account.register({ token, email, password, hint: hint.trim() || null, ...(needsCode && { code }) });
      if (invited !== null) await team.rememberInvitation({ email, fragment });
      newRecoveryKey.keep({ email, recoveryKey });
      toast.done("Registration successful");
      await navigate("/login");
    },
    failed: CREATION_FAILED,
  });
  return (
    <Form form={form}>
      {invited === null ? (
        <EmailField label="Email address" name="email" autoComplete="username" {...form.text("email")} />
      ) : (
        <Invited email={invited} />
      )}
      {needsCode && <ProvenMailbox form={form} token={token} />}
      <NewPassword form={form} email={form.values.email} />
      <HintField {...form.text("hint")} />
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth mt={4} busyLabel="Creating Accounts...">
        Create Account
      </SubmitButton>
    </Form>
  );
}

/** The link may have been seen by others: the code shows that the mailbox belongs to the person who registers. */
function ProvenMailbox({ form, token }: { form: FormApi<RegistrationForm>; token: string }) {
  const { account } = useClient();
  const [length, setLength] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      setLength((await account.sendInvitationCode({ token })).codeLength);
    } catch (error) {
      toast.failed(error, CODE_FAILED);
    }
    setBusy(false);
  };
  return (
    <div className={styles.mailbox}>
      <p className={styles.for}>
        {length === null
          ? "Your invitation link was handed over, so we check that this mailbox is yours: we mail a code to it."
          : "We have mailed the code. Enter it here; it is valid for ten minutes."}
      </p>
      <Button variant="default" loading={busy} onClick={() => void send()}>
        {length === null ? "Email me a code" : "Email me another code"}
      </Button>
      {length !== null && <CodeField form={form} label="Code from the email" length={length} sendsItself={false} />}
    </div>
  );
}

const Invited = ({ email }: { email: string }) => (
  <>
    <input type="hidden" name="email" autoComplete="username" value={email} />
    <p className={styles.for}>
      For <strong>{email}</strong>
    </p>
  </>
);
