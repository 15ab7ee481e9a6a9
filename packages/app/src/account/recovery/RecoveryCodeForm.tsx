/** Asks for the code that was mailed, then, where the account has one, for the second factor. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { toast } from "../../ui/toast.ts";
import { Problem } from "../Problem.tsx";
import type { RecoveryState } from "./recovery.ts";

export function RecoveryCodeForm({
  state,
  onEdit,
  onCode,
  onFactor,
  onSendAgain,
}: {
  state: Extract<RecoveryState, { step: "verify" | "factor" }>;
  onEdit: () => void;
  onCode: (code: string) => void;
  onFactor: (factor: string) => void;
  onSendAgain: () => Promise<void>;
}) {
  const [typed, setTyped] = useState("");
  const isFactor = state.step === "factor";
  const change = (text: string) => {
    setTyped(text);
    onEdit();
  };
  const submit = (text: string) => (isFactor ? onFactor : onCode)(text);
  const sendAgain = async () => {
    try {
      await onSendAgain();
      toast.done("If there is such an account, a new code is on the way.");
    } catch (error) {
      toast.failed(error, "Failed to initiate password reset");
    }
  };
  return (
    <form
      className="account-step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(typed);
      }}
    >
      <p className="account-lead">
        {isFactor
          ? "This account has a second factor. Enter the code of your authenticator app, or one of your recovery codes."
          : "If there is an account with this address, we have mailed it a 6-digit code. It is good for 10 minutes."}
      </p>
      {isFactor ? (
        <TextInput
          label="Authentication code"
          size="md"
          autoComplete="one-time-code"
          autoFocus
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <CodeInput label="Recovery code" value={typed} onChange={change} onWhole={submit} disabled={state.busy} autoFocus centered />
      )}
      <Problem problem={state.problem} takesFocus={false} />
      <Button type="submit" size="md" fullWidth disabled={state.busy}>
        {state.busy ? "Verifying..." : "Verify Code"}
      </Button>
      {!isFactor && (
        <div className="account-links">
          <button type="button" className="account-text-button" onClick={() => void sendAgain()}>
            Send a new code
          </button>
        </div>
      )}
    </form>
  );
}
