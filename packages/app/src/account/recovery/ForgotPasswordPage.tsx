/** For a forgotten master password: the hint by mail, or the way to a new one. */

import { Button } from "@mantine/core";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { AccountCard, CardFoot, Lead } from "../AccountCard.tsx";
import { EmailField } from "../EmailField.tsx";
import { rememberedEmail } from "../remembered-email.ts";
import { TextLink } from "../TextButton.tsx";
import { checkForgot, type ForgotValues, forgotRefusal, HINT_SENT } from "./forgot-password.ts";
import { emailIn, recoveryEmail } from "./recovery-email.ts";

export function ForgotPasswordPage() {
  return (
    <AccountCard title="Forgot master password" subtitle="We don't have it, but there are two ways forward.">
      <ForgotForm />
      <CardFoot>
        <TextLink to="/login">Back to login</TextLink>
      </CardFoot>
    </AccountCard>
  );
}

function ForgotForm() {
  const { account } = useClient();
  const navigate = useNavigate();
  /** The address a hint was asked for; said until another one is typed. */
  const [hintTo, setHintTo] = useState<string | null>(null);
  const form = useForm<ForgotValues>({
    start: { email: emailIn(useLocation().state) ?? rememberedEmail.find() ?? "", request: "reset" },
    check: checkForgot,
    async send({ email: typed, request }) {
      const email = typed.trim();
      setHintTo(null);
      if (request === "hint") {
        await account.sendHint({ email });
        return setHintTo(typed);
      }
      const { codeLength } = await account.forgotPassword({ email });
      recoveryEmail.keep(email);
      await navigate("/account-recovery", { state: { email, codeLength } });
    },
    failed: forgotRefusal,
  });
  const isHintSent = hintTo === form.values.email && form.error === null;
  return (
    <Form form={form}>
      <EmailField label="Email" name="email" autoComplete="username" {...form.text("email")} />
      <FormError form={form} />
      {isHintSent && (
        <Note tone="success" role="status">
          {HINT_SENT}
        </Note>
      )}
      <div className="stack">
        <Button
          variant="default"
          size="md"
          fullWidth
          mt={4}
          disabled={form.busy}
          onClick={() => void form.submit({ ...form.values, request: "hint" })}
        >
          Send Password Hint
        </Button>
        <SubmitButton form={form} size="md" fullWidth mt={4}>
          Reset Password
        </SubmitButton>
      </div>
      <Lead>A reset needs the code we mail you and the recovery key you saved when you made your account.</Lead>
    </Form>
  );
}
