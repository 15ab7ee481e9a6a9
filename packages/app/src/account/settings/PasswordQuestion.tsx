/** Asks for the master password before something that only its owner may do. */
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import type { Task } from "../../ui/use-task.ts";
import { Problem } from "../Problem.tsx";

export function PasswordQuestion({
  task,
  action,
  danger = false,
  children,
  onSubmit,
  onCancel,
}: {
  task: Task;
  action: string;
  danger?: boolean;
  children?: ReactNode;
  onSubmit: (password: string) => void;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState("");
  const submit = () => (password === "" ? task.refuse("Please enter your master password") : onSubmit(password));
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <input type="hidden" name="email" autoComplete="username" value={useSession()?.user.email ?? ""} />
      <PasswordInput
        label="Master password"
        autoComplete="current-password"
        size="md"
        autoFocus
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          task.edit();
        }}
      />
      <Problem problem={task.problem} takesFocus={false} />
      <div className="account-dialog-actions">
        <Button variant="default" disabled={task.busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" color={danger ? "red.8" : "blue"} disabled={task.busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
