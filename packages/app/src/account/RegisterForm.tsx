/** The form of a new account. On success it leaves for the sign-in page, where the recovery key is shown. */
import { HINT_IS_READABLE } from "@coffer/core/passwords/policy";
import { Button, TextInput } from "@mantine/core";
import { IconWand } from "@tabler/icons-react";
import { useReducer, useState } from "react";
import { useNavigate } from "react-router";
import { useClient } from "../client-context.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { generateStrongPassword } from "../ui/generate.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { StrengthMeter } from "../ui/StrengthMeter.tsx";
import { sentenceOf } from "../ui/sentence.ts";
import { toast } from "../ui/toast.ts";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { CREATION_FAILED, FORM_START, type RegistrationForm, registration, registrationProblem } from "./registration.ts";

/** @param email - whom the invitation is for; null for an open one, which asks. */
export function RegisterForm({ token, email: invited }: { token: string; email: string | null }) {
  const client = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(registration, FORM_START);
  const [form, setForm] = useState<RegistrationForm>({ email: invited ?? "", password: "", confirmation: "", hint: "" });
  const [generated, setGenerated] = useState("");
  const change = (part: Partial<RegistrationForm>) => {
    setForm((before) => ({ ...before, ...part }));
    dispatch({ type: "edit" });
  };
  const busy = state.step !== "editing";

  const generate = () => {
    const password = generateStrongPassword();
    setGenerated(password);
    change({ password, confirmation: password });
  };
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
      dispatch({ type: "refused", problem: sentenceOf(error, CREATION_FAILED) });
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
      <div className="account-stack">
        <PasswordInput
          label="Master Password"
          name="new-password"
          autoComplete="new-password"
          size="md"
          value={form.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        {form.password !== "" && <StrengthMeter password={form.password} email={form.email} />}
        <div className="account-generate">
          <Button variant="light" size="compact-md" leftSection={<IconWand size={16} aria-hidden />} onClick={generate}>
            Generate a Strong Password
          </Button>
          {generated !== "" && generated === form.password && <CopyButton value={() => generated} label="Copy generated master password" />}
        </div>
      </div>
      <PasswordInput
        label="Confirm Master Password"
        name="confirm-password"
        autoComplete="new-password"
        size="md"
        value={form.confirmation}
        onChange={(event) => change({ confirmation: event.currentTarget.value })}
      />
      <TextInput
        label="Master Password Hint (Optional)"
        description={HINT_IS_READABLE}
        name="hint"
        autoComplete="off"
        maxLength={200}
        size="md"
        inputWrapperOrder={["label", "input", "description"]}
        value={form.hint}
        onChange={(event) => change({ hint: event.currentTarget.value })}
      />
      {state.step === "editing" && state.problem !== null && <ErrorNote>{state.problem}</ErrorNote>}
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {busy ? "Creating Accounts..." : "Create Account"}
      </Button>
    </form>
  );
}
