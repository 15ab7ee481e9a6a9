/** "Add Another Account": three steps to a profile linked to this one. What failed is said by toasts, what is missing inside the form. */

import { AppError } from "@coffer/contract/errors";
import { Button, TextInput } from "@mantine/core";
import { type Dispatch, useReducer, useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { Dialog } from "../../frame/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { Problem } from "../Problem.tsx";
import { useCreateProfile } from "../queries.ts";
import { MailedCode } from "../recovery/MailedCode.tsx";
import { RecoveryKit } from "../recovery/RecoveryKit.tsx";
import {
  ADD_ACCOUNT_START,
  ADD_ACCOUNT_WORDS,
  type AddAccountEvent,
  type AddAccountState,
  addAccount,
  addAccountRefusal,
  NO_USER,
} from "./add-account.ts";
import "../account.css";

interface MadeProfile {
  readonly email: string;
  readonly recoveryKey: string;
}

export function AddAccountDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [state, dispatch] = useReducer(addAccount, ADD_ACCOUNT_START);
  const [made, setMade] = useState<MadeProfile | null>(null);
  const send = useSendStep(setMade);
  const { step, busy, form } = state;
  const words = ADD_ACCOUNT_WORDS[step];
  const close = () => {
    dispatch({ type: "reset" });
    onClose();
  };
  const submit = async (part: Partial<AddAccountState["form"]> = {}) => {
    const edited = addAccount(state, { type: "edit", part });
    dispatch({ type: "edit", part });
    dispatch({ type: "submit" });
    if (busy || !addAccount(edited, { type: "submit" }).busy) return;
    try {
      await send(edited);
      toast.done(words.done);
      dispatch({ type: "advanced" });
      if (step === "MASTER_PASSWORD") onClose();
    } catch (error) {
      toast.failed(addAccountRefusal(error, step));
      dispatch({ type: "refused" });
    }
  };
  if (made !== null) return <RecoveryKit email={made.email} recoveryKey={made.recoveryKey} onDone={() => setMade(null)} />;
  if (!opened) return null; // what was typed stays for the next time
  return (
    <Dialog onClose={close} title={words.title} closeOnClickOutside={form.email === ""}>
      <form
        key={step}
        className="account-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Fields state={state} dispatch={dispatch} onWhole={(code) => void submit({ code })} />
        <Problem problem={state.problem} takesFocus={false} />
        <div className="account-dialog-actions">
          {step !== "EMAIL_VERIFICATION" && (
            <Button variant="default" disabled={busy} onClick={() => dispatch({ type: "back" })}>
              Back
            </Button>
          )}
          <Button type="submit" disabled={busy}>
            {words.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Sends what a step asks for. */
function useSendStep(onMade: (made: MadeProfile) => void): (state: AddAccountState) => Promise<void> {
  const { account } = useClient();
  const session = useSession();
  const createProfile = useCreateProfile();
  return async ({ step, form }) => {
    const email = form.email.trim();
    if (step === "EMAIL_VERIFICATION") return account.sendProfileCode({ email });
    if (step === "CODE_VERIFICATION") return account.verifyProfileCode({ email, code: form.code });
    if (session === null) throw new AppError("authentication_required", NO_USER);
    const { recoveryKey } = await createProfile.mutateAsync({ email, password: form.password, hint: form.hint.trim() || null });
    onMade({ email, recoveryKey });
  };
}

function Fields({
  state: { step, form, busy },
  dispatch,
  onWhole,
}: {
  state: AddAccountState;
  dispatch: Dispatch<AddAccountEvent>;
  onWhole: (code: string) => void;
}) {
  const edit = (part: Partial<AddAccountState["form"]>) => dispatch({ type: "edit", part });
  if (step === "EMAIL_VERIFICATION") {
    return (
      <>
        <p>A profile is an account of its own, with its own vault and master password. You can switch to it without signing in again.</p>
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          data-autofocus
          value={form.email}
          onChange={(event) => edit({ email: event.currentTarget.value })}
        />
      </>
    );
  }
  if (step === "CODE_VERIFICATION") {
    return <MailedCode email={form.email} code={form.code} busy={busy} onType={(code) => edit({ code })} onWhole={onWhole} />;
  }
  return (
    <>
      <NewPassword value={form} onChange={edit} email={form.email} autoFocus />
      <HintField value={form.hint} onChange={(hint) => edit({ hint })} />
    </>
  );
}
