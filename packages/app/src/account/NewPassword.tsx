/** A new master password and its confirmation: with a generator that fills both, and the meter once something is typed. */
import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../ui/CopyButton.tsx";
import { generateStrongPassword } from "../ui/generator/generate.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { StrengthMeter } from "../ui/StrengthMeter.tsx";

export interface NewPasswordValue {
  readonly password: string;
  readonly confirmation: string;
}

/** @param email - whose password it is; the meter counts it against the password. */
export function NewPassword({
  value,
  onChange,
  email,
  label = "Master Password",
  confirmLabel = "Confirm Master Password",
  hint,
  autoFocus = false,
}: {
  value: NewPasswordValue;
  onChange: (value: NewPasswordValue) => void;
  email: string;
  label?: string;
  confirmLabel?: string;
  hint?: ReactNode;
  autoFocus?: boolean;
}) {
  const [generated, setGenerated] = useState("");
  const { password, confirmation } = value;
  const generate = () => {
    const made = generateStrongPassword();
    setGenerated(made);
    onChange({ password: made, confirmation: made });
  };
  return (
    <>
      <div className="account-stack">
        <PasswordInput
          label={label}
          name="new-password"
          autoComplete="new-password"
          size="md"
          description={hint}
          inputWrapperOrder={["label", "input", "description"]}
          autoFocus={autoFocus}
          value={password}
          onChange={(event) => onChange({ password: event.currentTarget.value, confirmation })}
        />
        {password !== "" && <StrengthMeter password={password} email={email} />}
        <div className="account-generate">
          <Button variant="light" size="compact-md" leftSection={<IconWand size={16} aria-hidden />} onClick={generate}>
            Generate a Strong Password
          </Button>
          {generated !== "" && generated === password && <CopyButton value={() => generated} label="Copy generated master password" />}
        </div>
      </div>
      <PasswordInput
        label={confirmLabel}
        name="confirm-password"
        autoComplete="new-password"
        size="md"
        value={confirmation}
        onChange={(event) => onChange({ password, confirmation: event.currentTarget.value })}
      />
    </>
  );
}
