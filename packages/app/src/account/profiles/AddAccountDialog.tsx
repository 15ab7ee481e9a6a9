/**
 * "Add Another Account": three steps to a profile linked to this one. What failed is said by toasts, what is missing inside the form. Closing it loses nothing: what was
 * typed is there when it is opened again, until the session ends.
 */

import { AppError } from "@coffer/contract/errors";
import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useBackGuard } from "../../frame/back-guard.ts";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { Dialog } from "../../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { EmailField } from "../EmailField.tsx";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { checkNotGuessable } from "../passwords.ts";
import { useCreateProfile } from "../queries.ts";
import { MailedCode } from "../recovery/MailedCode.tsx";
import { RecoveryKit } from "../recovery/RecoveryKit.tsx";
import {
  ADD_ACCOUNT_CHECKS,
  ADD_ACCOUNT_WORDS,
  type AddAccountForm,
  type AddAccountStep,
  addAccountRefusal,
  FIRST_STEP,
  NO_USER,
  NOTHING_TYPED,
  OWN_ADDRESS,
  stepFrom,
} from "./add-account.ts";

interface MadeProfile {
  readonly email: string;
  readonly recoveryKey: string;
}

export function AddAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<MadeProfile | null>(null);
  const { form, step, back, codeLength } = useAddAccount((profile) => {
    setMade(profile);
    onClose();
  });
  useBackGuard(opened, async () => onClose());
  if (made !== null) return <RecoveryKit email={made.email} recoveryKey={made.recoveryKey} onDone={() => setMade(null)} />;
  if (!opened) return null;
  const { title, submit } = ADD_ACCOUNT_WORDS[step];
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={form.values.email === ""}>
      <Form form={form} key={step}>
        <Fields step={step} form={form} codeLength={codeLength} />
        <FormError form={form} />
        <FormButtons>
          {step !== FIRST_STEP && (
            <Button variant="default" disabled={form.busy} onClick={back}>
              Back
            </Button>
          )}
          <SubmitButton form={form}>{submit}</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** One form over all steps. @param onMade - called once there is a profile. */
function useAddAccount(onMade: (made: MadeProfile) => void) {
  const [step, setStep] = useState(FIRST_STEP);
  const own = useSession()?.user.email;
  const isOwn = ({ email }: AddAccountForm) => step === FIRST_STEP && email.trim().toLowerCase() === own;
  const [codeLength, setCodeLength] = useState<number>();
  const ask = useSteps(setCodeLength);
  const form = useForm<AddAccountForm>({
    start: NOTHING_TYPED,
    check: (values) => (isOwn(values) ? OWN_ADDRESS : ADD_ACCOUNT_CHECKS[step](values)),
    verify: async (values) => (step === "MASTER_PASSWORD" ? checkNotGuessable(values, values.email) : {}),
    async send(values) {
      const made = await ask[step](values);
      toast.done(ADD_ACCOUNT_WORDS[step].done);
      if (made !== null) onMade(made);
    },
    failed: (error) => addAccountRefusal(error, step),
    failsBy: "toast",
    onSent: () => {
      const next = stepFrom(step, 1);
      // After the last step everything typed is forgotten and the dialog starts over.
      if (next === null) form.restart(NOTHING_TYPED);
      setStep(next ?? FIRST_STEP);
    },
  });
  const back = () => {
    form.change({}, Object.keys(form.errors));
    setStep(stepFrom(step, -1) ?? FIRST_STEP);
  };
  return { form, step, back, codeLength };
}

/** What each step asks of the server; the last one makes the profile. @param onAsked - called with the length of the code that was mailed. */
function useSteps(onAsked: (codeLength: number) => void): Record<AddAccountStep, (form: AddAccountForm) => Promise<MadeProfile | null>> {
  const { account } = useClient();
  const session = useSession();
  const createProfile = useCreateProfile();
  /** The address whose code was accepted: the code is used up, and going back must not ask for it again. */
  const verified = useRef<string | null>(null);
  return {
    async EMAIL_VERIFICATION({ email }) {
      verified.current = null;
      onAsked((await account.sendProfileCode({ email: email.trim() })).codeLength);
      return null;
    },
    async CODE_VERIFICATION({ email, code }) {
      if (verified.current !== email.trim()) await account.verifyProfileCode({ email: email.trim(), code });
      verified.current = email.trim();
      return null;
    },
    async MASTER_PASSWORD({ email: typed, password, hint }) {
      if (session === null) throw new AppError("authentication_required", NO_USER);
      const email = typed.trim();
      const { recoveryKey } = await createProfile.mutateAsync({ email, password, hint: hint.trim() || null });
      return { email, recoveryKey };
    },
  };
}

interface FieldsProps {
  step: AddAccountStep;
  form: FormApi<AddAccountForm>;
  codeLength: number | undefined;
}

function Fields({ step, form, codeLength }: FieldsProps) {
  if (step === "CODE_VERIFICATION") return <MailedCode form={form} length={codeLength} />;
  if (step === "MASTER_PASSWORD") {
    return (
      <>
        <NewPassword form={form} email={form.values.email} />
        <HintField {...form.text("hint")} />
      </>
    );
  }
  return (
    <>
      <p>A profile is an account of its own, with its own vault and master password. You can switch to it without signing in again.</p>
      <EmailField label="Email" autoComplete="off" {...form.text("email")} />
    </>
  );
}
