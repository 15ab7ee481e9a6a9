/** Asks for the code that was mailed, then, where the account has one, for the second factor. */
import { LONG_CODE_LENGTH } from "@coffer/core/constants";
import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { Lead } from "../AccountCard.tsx";
import { CodeField } from "../CodeField.tsx";
import { ASK_FOR_HELP, checkEitherCode, NO_FACTOR } from "../second-factor.ts";
import { TextButton, TextButtons } from "../TextButton.tsx";
import { RESET_FAILED } from "./forgot-password.ts";
import { checkRecoveryCode, codeRefusal } from "./recovery.ts";

const MAILED = "If there is an account with this address, we have mailed it a 6-digit code. It expires in 10 minutes.";
/** Only the newest email counts; it may have come half an hour ago. */
const MAILED_LONG =
  "Someone has been asking for codes or trying them for this address, so the code has 12 digits. If there is an account, it is in the newest email from us.";

/** @param reason - why the code is asked for again; said until something is typed. */
export function RecoveryCodeForm({
  reason,
  length,
  send,
  sendAgain,
}: {
  reason: string | null;
  /** Of the code: six digits, or twelve. */
  length: number;
  send: (code: string) => Promise<void>;
  sendAgain: () => Promise<void>;
}) {
  const form = useForm({ start: { code: "" }, check: checkRecoveryCode, send: ({ code }) => send(code), failed: codeRefusal });
  const isAsking = useRef(false);
  const [isSending, setSending] = useState(false);
  const requestAnother = async () => {
    // Two presses within one drawing are one.
    if (isAsking.current) return;
    isAsking.current = true;
    setSending(true);
    try {
      await sendAgain();
      toast.done("If there is such an account, a new code is on the way.");
    } catch (error) {
      toast.failed(error, RESET_FAILED);
    }
    isAsking.current = false;
    setSending(false);
  };
  return (
    <Form form={form}>
      <Lead>{length === LONG_CODE_LENGTH ? MAILED_LONG : MAILED}</Lead>
      <CodeField form={form} label="Recovery code" centered length={length} />
      {reason !== null && form.values.code === "" && <ErrorNote>{reason}</ErrorNote>}
      <FormError form={form} />
      <Verify form={form} />
      <TextButtons>
        <TextButton disabled={isSending} onClick={() => void requestAnother()}>
          {isSending ? "Sending..." : "Send a new code"}
        </TextButton>
      </TextButtons>
    </Form>
  );
}

export function FactorForm({ send }: { send: (factor: string) => Promise<void> }) {
  const form = useForm({ start: { code: "" }, check: checkEitherCode, send: ({ code }) => send(code.trim()), failed: codeRefusal });
  return (
    <Form form={form}>
      <Lead>This account has a second factor. Enter the code of your authenticator app, or one of your backup codes.</Lead>
      <TextInput label="Authentication code" size="md" autoComplete="one-time-code" {...form.text("code")} />
      <FormError form={form} />
      <Verify form={form} />
      <WithoutFactor />
    </Form>
  );
}

/** Every way for a user who has lost both. The request needs the master password: a mailbox alone must not send administrators anything (decision S-06). */
const WithoutFactor = () => (
  <div>
    <p>Neither is at hand?</p>
    <ul>
      <li>
        If you still know your master password, sign in with it: "{NO_FACTOR}" there leads to "{ASK_FOR_HELP}", which mails your request to
        the administrators.
      </li>
      <li>
        If not, ask an administrator yourself, or the person who runs this server: the command <code>npm run admin -- remove-2fa</code> with
        your email removes two-factor authentication. Then begin again here.
      </li>
    </ul>
  </div>
);

const Verify = ({ form }: { form: { readonly id: string; readonly busy: boolean } }) => (
  <SubmitButton form={form} size="md" fullWidth busyLabel="Verifying...">
    Verify Code
  </SubmitButton>
);
