/** Sign-in. Leaving it after success is the guard's work: a session that begins here leads to All Items. */
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type ChangeEvent, type KeyboardEvent, lazy, Suspense, useReducer, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { useClient, useSessionState } from "../../frame/client-context.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { AccountCard } from "../AccountCard.tsx";
import { Problem } from "../Problem.tsx";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { rememberedEmail } from "../remembered-email.ts";
import { noticeFor } from "../sign-in-notice.ts";
import { SIGN_IN_START, signIn, signInProblem } from "./sign-in.ts";

const SecondStep = lazy(async () => ({ default: (await import("./SecondStep.tsx")).SecondStep }));
const RecoveryKit = lazy(async () => ({ default: (await import("../recovery/RecoveryKit.tsx")).RecoveryKit }));

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
  const notice = noticeFor(useSessionState().reason, useLocation().state);
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
      if (remember) rememberedEmail.keep(email);
      else rememberedEmail.forget();
      dispatch(outcome.step === "code" ? { type: "code-asked", tempToken: outcome.tempToken } : { type: "signed-in" });
    } catch (error) {
      dispatch({ type: "refused", problem: signInProblem(error) });
    }
  };
  if (state.step === "code") {
    const startAgain = (problem: string | null) => {
      setPassword("");
      dispatch({ type: "again", problem });
    };
    return (
      <Suspense>
        <SecondStep email={email} tempToken={state.tempToken} onDone={() => dispatch({ type: "signed-in" })} onAgain={startAgain} />
      </Suspense>
    );
  }
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
      {notice !== null && state.step === "editing" && state.problem === null && (
        <div className={`note note-${notice.tone}`} role="status">
          <div className="note-text">{notice.sentence}</div>
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
      <div className="account-options">
        <Checkbox label="Remember me" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
        <Link to="/forgot-password" className="account-link">
          Forgot your password?
        </Link>
      </div>
      <Problem problem={state.step === "editing" ? state.problem : null} />
      <Button type="submit" size="md" fullWidth loading={false} disabled={checking}>
        {checking ? "Signing in..." : "Sign in"}
      </Button>
    </form>
  );
}
