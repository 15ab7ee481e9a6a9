/** Sign-in. Leaving it after success is the guard's work: a session that begins here leads to All Items. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type ChangeEvent, type KeyboardEvent, lazy, Suspense, useEffect, useReducer, useRef, useState, useSyncExternalStore } from "react";
import { useClient, useSessionState } from "../client-context.tsx";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { AccountCard } from "./AccountCard.tsx";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { rememberedEmail } from "./remembered-email.ts";
import { SESSION_EXPIRED, SIGN_IN_START, signIn, signInProblem } from "./sign-in.ts";

const RecoveryKit = lazy(async () => ({ default: (await import("./RecoveryKit.tsx")).RecoveryKit }));

export function LoginPage() {
  const kit = useSyncExternalStore(newRecoveryKey.subscribe, newRecoveryKey.current);
  return (
    <AccountCard title="Sign in to your account">
      <SignInForm />
      {kit !== null && (
        <Suspense>
          <RecoveryKit email={kit.email} recoveryKey={kit.recoveryKey} onDone={newRecoveryKey.forget} />
        </Suspense>
      )}
    </AccountCard>
  );
}

function SignInForm() {
  const client = useClient();
  const { reason } = useSessionState();
  const [state, dispatch] = useReducer(signIn, SIGN_IN_START);
  const [email, setEmail] = useState(() => rememberedEmail.find() ?? "");
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(() => rememberedEmail.find() !== null);
  const [capsLock, setCapsLock] = useState(false);
  const edit = (set: (text: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.currentTarget.value);
    dispatch({ type: "edit" });
  };
  const checking = state.step !== "editing";

  const submit = async () => {
    const event = { type: "submit", email, password } as const;
    dispatch(event);
    if (signIn(SIGN_IN_START, event).step !== "checking") return;
    try {
      const outcome = await client.account.login({ email, password });
      if (outcome.step !== "signed-in") return dispatch({ type: "refused", problem: "Login failed" });
      if (remember) rememberedEmail.keep(email);
      else rememberedEmail.forget();
      dispatch({ type: "signed-in" });
    } catch (error) {
      dispatch({ type: "refused", problem: signInProblem(error) });
    }
  };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {reason === "expired" && state.step === "editing" && state.problem === null && (
        <div className="note note-warning" role="status">
          <div className="note-text">{SESSION_EXPIRED}</div>
        </div>
      )}
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={email}
        onChange={edit(setEmail)}
        autoFocus={email === ""}
      />
      <div>
        <PasswordInput
          label="Master Password"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          onChange={edit(setPassword)}
          onKeyUp={watchCapsLock}
          onKeyDown={watchCapsLock}
          autoFocus={email !== ""}
        />
        {capsLock && (
          <div className="account-caps" role="status">
            Caps Lock is on
          </div>
        )}
      </div>
      <Checkbox label="Remember me" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
      <Problem problem={state.step === "editing" ? state.problem : null} />
      <Button type="submit" size="md" fullWidth loading={false} disabled={checking}>
        {checking ? "Signing in..." : "Sign in"}
      </Button>
    </form>
  );
}

/** Where the focus goes when sign-in is refused, so that what went wrong is the next thing read. */
function Problem({ problem }: { problem: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) place.current?.focus();
  }, [problem]);
  if (problem === null) return null;
  return (
    <div ref={place} tabIndex={-1} className="account-problem">
      <ErrorNote>{problem}</ErrorNote>
    </div>
  );
}
