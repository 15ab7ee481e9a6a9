/** Step two, for an encrypted backup: the password it was given when it was made. */
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { PasswordInput } from "../ui/PasswordInput.tsx";

interface Props {
  readonly reading: boolean;
  readonly problem: string | null;
  readonly onUnlock: (password: string) => void;
}

export function UnlockFile({ reading, problem, onUnlock }: Props) {
  const [password, setPassword] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!reading) input.current?.focus();
  }, [reading]);
  return (
    <form
      className="unlock"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setPassword("");
        onUnlock(password);
      }}
    >
      <h2>
        <IconLock size={20} aria-hidden />
        This backup is encrypted
      </h2>
      <p>Enter the password that the file was given when it was exported. It may be another one than your master password.</p>
      <PasswordInput
        ref={input}
        label="File password"
        autoComplete="off"
        value={password}
        error={problem}
        disabled={reading}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={reading} disabled={password === "" && !reading}>
        Open backup
      </Button>
    </form>
  );
}
