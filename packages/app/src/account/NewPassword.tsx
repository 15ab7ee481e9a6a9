/** A new master password and its confirmation: with a generator that fills both, and the meter once something is typed. */
import { Button } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "../ui/CopyButton.tsx";
import { holdEstimator } from "../ui/estimator.ts";
import type { FormApi } from "../ui/form/use-form.ts";
import { generateStrongPassword } from "../ui/generator/generate.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { StrengthMeter } from "../ui/StrengthMeter.tsx";
import styles from "./NewPassword.module.css";
import type { NewPasswordValues } from "./passwords.ts";

/** @param email - whose password it is; the meter counts it against the password. */
export function NewPassword<V extends NewPasswordValues>({
  form,
  email,
  label = "Master Password",
  confirmLabel = "Confirm Master Password",
  hint,
}: {
  form: FormApi<V>;
  email: string;
  label?: string;
  confirmLabel?: string;
  hint?: ReactNode;
}) {
  const [generated, setGenerated] = useState("");
  // Loads the estimator early: before the form is sent, the password is checked for being easy to guess.
  useEffect(() => holdEstimator(), []);
  const { password } = form.values;
  const generate = () => {
    const made = generateStrongPassword();
    setGenerated(made);
    form.change({ password: made, confirmation: made } as Partial<V>);
  };
  return (
    <>
      <div className={styles.password}>
        <PasswordInput
          label={label}
          shows="new password"
          autoComplete="new-password"
          size="md"
          description={hint}
          inputWrapperOrder={["label", "input", "description"]}
          {...form.text("password")}
        />
        {password !== "" && <StrengthMeter password={password} email={email} />}
        <div className={styles.generate}>
          <Button variant="light" size="compact-md" leftSection={<IconWand size={18} aria-hidden />} onClick={generate}>
            Generate a Strong Password
          </Button>
          {generated !== "" && generated === password && (
            <CopyButton value={() => generated} label="Copy generated master password" copied="Copied generated master password" />
          )}
        </div>
      </div>
      <PasswordInput label={confirmLabel} shows="repeated password" autoComplete="new-password" size="md" {...form.text("confirmation")} />
    </>
  );
}
