/** The second step of signing in: the code, or a request for help. The keys of the first step wait in the client's memory. */
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
import { CODE_START, type CodeValues, checkCode, codeRefusal, NO_FACTOR } from "../second-factor.ts";
import { TextButton, TextButtons } from "../TextButton.tsx";
import { HelpForm } from "../two-factor/HelpForm.tsx";
import { checkHelp, HELP_SENT, helpRefusal } from "../two-factor/help-request.ts";
import { sayDeletionTakenBack } from "./sign-in.ts";

interface Props {
  readonly email: string;
  readonly tempToken: string;
  /** Back to the password, with a reason where there is one. */
  readonly onAgain: (message: string | null) => void;
  /** The code was right. */
  readonly onDone: () => void;
}

/** Both forms live here, so that each is found as it was left. */
export function SecondStep({ email, tempToken, onAgain, onDone }: Props) {
  const { account } = useClient();
  const [isHelp, setIsHelp] = useState(false);
  const code = useForm<CodeValues>({
    start: CODE_START,
    check: checkCode,
    async send(values) {
      try {
        const signedIn = await account.verifyCode({ tempToken, code: values.code.trim() });
        onDone();
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
