/** Another e-mail address. Both keys depend on it, so the master password is needed; the new address proves itself by a code. */

import { Button, TextInput } from "@mantine/core";
import { useReducer } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { messageOf } from "../../ui/message.ts";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toast.ts";
import { Problem } from "../Problem.tsx";
import { useChangeEmail } from "../queries.ts";
import { MailedCode } from "../recovery/MailedCode.tsx";
import type { PanelProps } from "./DevicePanels.tsx";
import { EMAIL_CHANGE_START, type EmailChangeState, type EmailForm, emailChange } from "./email-change.ts";

export function EmailPanel({ id, title }: PanelProps) {
  const { account } = useClient();
  const current = useSession()?.user.email ?? "";
  const [state, dispatch] = useReducer(emailChange, EMAIL_CHANGE_START);
  const { mutateAsync: changeEmail } = useChangeEmail();

  const submit = async (part: Partial<EmailForm> = {}) => {
    const edited = emailChange(state, { type: "edit", part });
    dispatch({ type: "edit", part });
    dispatch({ type: "submit" });
    if (state.busy || !emailChange(edited, { type: "submit" }).busy) return;
    const { password, code } = edited.form;
    const email = edited.form.email.trim();
    try {
      if (state.step === "address") {
        await account.requestEmailChange({ password, email });
        dispatch({ type: "sent" });
        toast.done("Verification code sent to your email");
      } else {
        await changeEmail({ password, email, code });
        dispatch({ type: "changed" });
        toast.done("Email changed");
      }
    } catch (error) {
      dispatch({ type: "refused", problem: messageOf(error, "Failed to change the email") });
    }
  };
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
      {state.step === "closed" ? (
        <Button variant="default" onClick={() => dispatch({ type: "open" })}>
          Change email
        </Button>
      ) : (
        <form
          key={state.step}
          className="settings-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Fields state={state} onEdit={(part) => dispatch({ type: "edit", part })} onWhole={(code) => void submit({ code })} />
          <Problem problem={state.problem} takesFocus={false} />
          <div className="account-dialog-actions">
            <Button variant="default" disabled={state.busy} onClick={() => dispatch({ type: "cancel" })}>
              Cancel
            </Button>
            <Button type="submit" disabled={state.busy}>
              {state.step === "address" ? "Send Verification Code" : "Verify Code"}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}

function Fields({
  state: { step, form, busy },
  onEdit,
  onWhole,
}: {
  state: EmailChangeState;
  onEdit: (part: Partial<EmailForm>) => void;
  onWhole: (code: string) => void;
}) {
  if (step === "code") {
    return <MailedCode email={form.email} code={form.code} busy={busy} onType={(code) => onEdit({ code })} onWhole={onWhole} />;
  }
  return (
    <>
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        autoFocus
        value={form.email}
        onChange={(event) => onEdit({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label="Master password"
        autoComplete="current-password"
        size="md"
        value={form.password}
        onChange={(event) => onEdit({ password: event.currentTarget.value })}
      />
    </>
  );
}
