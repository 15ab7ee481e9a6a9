/** The second step of signing in: the code, or a request for help. The keys of the first step wait in the client's memory. */
import type { Client } from "@coffer/client";
import { isRefusal } from "@coffer/contract/errors";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { Lead } from "../AccountCard.tsx";
import { CodeField } from "../CodeField.tsx";
import { lookAtPassword } from "../guessable-password.ts";
import { PasskeyButton } from "../passkeys/PasskeyButton.tsx";
import { CODE_START, type CodeValues, checkCode, codeRefusal, NO_FACTOR } from "../second-factor.ts";
import { TextButton, TextButtons } from "../TextButton.tsx";
import { HelpForm } from "../two-factor/HelpForm.tsx";
import { checkHelp, HELP_SENT, helpRefusal } from "../two-factor/help-request.ts";
import type { SignInValues } from "./SignInForm.tsx";
import { sayDeletionTakenBack } from "./sign-in.ts";

interface Props {
  /** Of the first step, as it was sent. */
  readonly form: FormApi<SignInValues>;
  /** Null: the first step has not been sent. */
  readonly tempToken: string | null;
  readonly client: () => Promise<Client>;
  /** Back to the password, with a reason where there is one. */
  readonly onAgain: (message: string | null) => void;
}

/** Both forms live here, so that each is found as it was left. */
function Codes({ form, tempToken, onAgain }: Props & { readonly tempToken: string }) {
  const client = useClient();
  const { account } = client;
  const { email } = form.values;
  const [isHelp, setIsHelp] = useState(false);
  const code = useForm<CodeValues>({
    start: CODE_START,
    check: checkCode,
    async send(values) {
      try {
        const signedIn = await account.verifyCode({ tempToken, code: values.code.trim() });
        lookAtPassword(client, form.values);
        sayDeletionTakenBack(signedIn);
      } catch (error) {
        if (!isRefusal(error, "temp_token_expired")) throw error;
        onAgain(messageOf(error));
      }
    },
    failed: codeRefusal,
  });
  const help = useForm({
    start: { message: "" },
    check: checkHelp,
    async send({ message }) {
      await account.requestMfaHelp({ email, message: message.trim(), tempToken });
      toast.done(HELP_SENT);
    },
    failed: helpRefusal,
    failsBy: "toast",
    onSent: () => {
      help.restart({ message: "" });
      setIsHelp(false);
    },
  });
  return isHelp ? (
    <HelpForm form={help} onBack={() => setIsHelp(false)} />
  ) : (
    <CodeForm form={code} onHelp={() => setIsHelp(true)} onAgain={() => onAgain(null)} />
  );
}

function CodeForm({ form, onHelp, onAgain }: { form: FormApi<CodeValues>; onHelp: () => void; onAgain: () => void }) {
  const { isRecoveryCode } = form.values;
  const changeWay = () => form.change({ code: "", isRecoveryCode: !isRecoveryCode });
  return (
    <Form form={form} key={isRecoveryCode ? "recovery code" : "authenticator"}>
      <Lead>
        {isRecoveryCode
          ? "Enter one of the backup codes you saved. Each works once."
          : "Enter the 6-digit code from your authenticator app."}
      </Lead>
      {isRecoveryCode ? (
        <TextInput label="Backup code" size="md" autoComplete="off" {...form.text("code")} />
      ) : (
        <CodeField form={form} label="Authentication code" centered />
      )}
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth busyLabel="Verifying...">
        Verify Code
      </SubmitButton>
      <TextButtons>
        <TextButton onClick={onHelp}>{NO_FACTOR}</TextButton>
        <TextButton onClick={changeWay}>{isRecoveryCode ? "Use your authenticator app" : "Use a backup code"}</TextButton>
        <TextButton onClick={onAgain}>Sign in as someone else</TextButton>
      </TextButtons>
    </Form>
  );
}

/** Below the form of the first step it offers a passkey, in place of both steps. */
export const SecondStep = ({ tempToken, ...props }: Props) =>
  tempToken === null ? <ByPasskey client={props.client} /> : <Codes tempToken={tempToken} {...props} />;

function ByPasskey({ client }: Pick<Props, "client">) {
  return (
    <TextButtons>
      <PasskeyButton
        open={async (by) => {
          const { account } = await client();
          sayDeletionTakenBack(await account.signInByPasskey(by));
        }}
        failed="Login failed"
      >
        Use a passkey
      </PasskeyButton>
    </TextButtons>
  );
}
