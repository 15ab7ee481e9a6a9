/** The new master password, with the recovery key that opens what was saved, or the typed decision to begin with nothing. */
import { DELETED_KEPT_DAYS } from "@coffer/core/product";
import { Button, TextInput } from "@mantine/core";
import { type Dispatch, useState } from "react";
import { NewPassword } from "../NewPassword.tsx";
import { Problem } from "../Problem.tsx";
import { DISCARD_SENTENCE, RESET_HINT, type RecoveryEvent, type RecoveryState, type ResetForm as ResetValues } from "./recovery.ts";

export function ResetForm({
  state,
  dispatch,
  email,
  onSubmit,
}: {
  state: Extract<RecoveryState, { step: "reset" }>;
  dispatch: Dispatch<RecoveryEvent>;
  email: string;
  onSubmit: (form: ResetValues) => void;
}) {
  const [form, setForm] = useState<ResetValues>({ password: "", confirmation: "", recoveryKey: "", sentence: "" });
  const change = (part: Partial<ResetValues>) => {
    setForm((before) => ({ ...before, ...part }));
    dispatch({ type: "edit" });
  };
  const { discard } = state;
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(form);
      }}
    >
      <input type="hidden" name="email" autoComplete="username" value={email} />
      {discard ? <Discard form={form} change={change} /> : <Key form={form} change={change} />}
      <button type="button" className="account-text-button" onClick={() => dispatch({ type: "discard", discard: !discard })}>
        {discard ? "I have my recovery key" : "I don't have it"}
      </button>
      <NewPassword value={form} onChange={change} email={email} label="New Master Password" hint={RESET_HINT} />
      <Problem problem={state.problem} />
      <Button type="submit" size="md" fullWidth color={discard ? "red.8" : "blue"}>
        {discard ? "Start with an empty vault" : "Reset Password"}
      </Button>
    </form>
  );
}

interface PartProps {
  readonly form: ResetValues;
  readonly change: (part: Partial<ResetValues>) => void;
}

function Key({ form, change }: PartProps) {
  return (
    <TextInput
      label="Recovery key"
      description="From your recovery kit. Spaces and hyphens do not matter."
      placeholder="XXXX-XXXX-…"
      size="md"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      classNames={{ input: "account-mono" }}
      inputWrapperOrder={["label", "input", "description"]}
      value={form.recoveryKey}
      onChange={(event) => change({ recoveryKey: event.currentTarget.value })}
    />
  );
}

function Discard({ form, change }: PartProps) {
  return (
    <div className="account-stack">
      <div className="note note-error">
        <div className="note-text">
          Without the recovery key nobody can open what you saved. You can begin again with an empty vault. What was there stays sealed for
          {DELETED_KEPT_DAYS} days, in case you find the key, and is then deleted.
        </div>
      </div>
      <TextInput
        label={`To go on, type: ${DISCARD_SENTENCE}`}
        size="md"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.sentence}
        onChange={(event) => change({ sentence: event.currentTarget.value })}
      />
    </div>
  );
}
