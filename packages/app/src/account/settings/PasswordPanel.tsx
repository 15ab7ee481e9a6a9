/** A new master password. The vault key is wrapped anew; nothing is re-sealed. */
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { toast } from "../../ui/toast.ts";
import { useTask } from "../../ui/use-task.ts";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { Problem } from "../Problem.tsx";
import { useChangePassword } from "../queries.ts";
import { FILL_ALL } from "../sign-in/sign-in.ts";
import type { PanelProps } from "./DevicePanels.tsx";

const EMPTY = { current: "", password: "", confirmation: "", hint: "" };

function formProblem({ current, password, confirmation, hint }: typeof EMPTY): string | null {
  if (current === "" || password === "" || confirmation === "") return FILL_ALL;
  return checkRegistrationPassword(password) ?? checkConfirmation(password, confirmation) ?? checkHint(hint, password);
}

export function PasswordPanel({ id, title }: PanelProps) {
  const email = useSession()?.user.email ?? "";
  const [opened, setOpened] = useState(false);
  const [form, setForm] = useState(EMPTY);
  const task = useTask("Failed to change the master password");
  const { mutateAsync: changePassword } = useChangePassword();
  const change = (part: Partial<typeof EMPTY>) => {
    setForm((before) => ({ ...before, ...part }));
    task.edit();
  };
  const close = () => {
    setForm(EMPTY);
    setOpened(false);
    task.edit();
  };
  const submit = async () => {
    const problem = formProblem(form);
    if (problem !== null) return task.refuse(problem);
    const input = { current: form.current, next: form.password, hint: form.hint.trim() || null };
    if (!(await task.run(() => changePassword(input)))) return;
    close();
    toast.done("Master password changed");
  };
  return (
    <Panel
      id={id}
      title={title}
      hint="Changing it signs every other device out and ends the links to other profiles. Your recovery key stays the same."
    >
      {!opened && (
        <Button variant="default" onClick={() => setOpened(true)}>
          Change master password
        </Button>
      )}
      {opened && (
        <form
          className="settings-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput
            label="Current master password"
            autoComplete="current-password"
            size="md"
            autoFocus
            value={form.current}
            onChange={(event) => change({ current: event.currentTarget.value })}
          />
          <NewPassword
            value={form}
            onChange={change}
            email={email}
            label="New master password"
            confirmLabel="Confirm new master password"
          />
          <HintField value={form.hint} onChange={(hint) => change({ hint })} />
          <Problem problem={task.problem} />
          <div className="account-dialog-actions">
            <Button variant="default" disabled={task.busy} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={task.busy}>
              {task.busy ? "Changing..." : "Change master password"}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
