/** The form of a new account. On success it leaves for the sign-in page, where the recovery key is shown. */
import { Button, TextInput } from "@mantine/core";
import { useReducer, useState } from "react";
import { useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { ErrorNote } from "../../ui/ErrorNote.tsx";
import { messageOf } from "../../ui/message.ts";
import { toast } from "../../ui/toast.ts";
import { HintField } from "../HintField.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { CREATION_FAILED, FORM_START, type RegistrationForm, registration, registrationProblem } from "./registration.ts";

/** @param email - whom the invitation is for; null for an open one, which asks. */
export function RegisterForm({ token, email: invited }: { token: string; email: string | null }) {
  const client = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(registration, FORM_START);
  const [form, setForm] = useState<RegistrationForm>({ email: invited ?? "", password: "", confirmation: "", hint: "" });
  const change = (part: Partial<RegistrationForm>) => {
    setForm((before) => ({ ...before, ...part }));
    dispatch({ type: "edit" });
  };
  const busy = state.step !== "editing";

  const submit = async () => {
    dispatch({ type: "submit", form });
    if (registrationProblem(form) !== null) return;
    try {
      const email = form.email.trim();
      const { recoveryKey } = await client.account.register({ token, email, password: form.password, hint: form.hint.trim() || null });
      dispatch({ type: "created" });
      newRecoveryKey.keep({ email, recoveryKey });
      toast.done("Registration successful");
      await navigate("/login");
    } catch (error) {
      dispatch({ type: "refused", problem: messageOf(error, CREATION_FAILED) });
    }
  };
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {invited === null ? (
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete="username"
          size="md"
          value={form.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      ) : (
        <>
          <input type="hidden" name="email" autoComplete="username" value={invited} />
          <p className="account-for">
            For <strong>{invited}</strong>
          </p>
        </>
      )}
      <NewPassword value={form} onChange={change} email={form.email} />
      <HintField value={form.hint} onChange={(hint) => change({ hint })} />
      {state.step === "editing" && state.problem !== null && <ErrorNote>{state.problem}</ErrorNote>}
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {busy ? "Creating Accounts..." : "Create Account"}
      </Button>
    </form>
  );
}
