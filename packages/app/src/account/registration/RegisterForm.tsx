/** The form of a new account. On success it leaves for the sign-in page, where the recovery key is shown. */

import { useLocation, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { EmailField } from "../EmailField.tsx";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { checkNotGuessable } from "../passwords.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import styles from "./RegisterForm.module.css";
import { CREATION_FAILED, checkRegistration, type RegistrationForm } from "./registration.ts";

/** @param email - whom the invitation is for; null for an open one, which asks. */
export function RegisterForm({ token, email: invited }: { token: string; email: string | null }) {
  const { account, team } = useClient();
  const navigate = useNavigate();
  // The secret of a link that was handed over; it never goes to the server.
  const { hash: fragment } = useLocation();
  const form = useForm<RegistrationForm>({
    start: { email: invited ?? "", password: "", confirmation: "", hint: "" },
    check: checkRegistration,
    verify: (values) => checkNotGuessable(values, values.email),
    async send({ password, hint, ...typed }) {
      const email = typed.email.trim();
      const { recoveryKey } = await account.register({ token, email, password, hint: hint.trim() || null });
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
      <NewPassword form={form} email={form.values.email} />
      <HintField {...form.text("hint")} />
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth mt={4} busyLabel="Creating Accounts...">
        Create Account
      </SubmitButton>
    </Form>
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
