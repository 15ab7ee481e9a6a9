/** For a forgotten master password: the hint by mail, or the way to a new one. */
import { Button, TextInput } from "@mantine/core";
import { useReducer, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { AccountCard } from "../AccountCard.tsx";
import { Problem } from "../Problem.tsx";
import { rememberedEmail } from "../remembered-email.ts";
import { FORGOT_START, type ForgotWish, forgot, forgotRefusal, HINT_SENT } from "./forgot.ts";
import { recoveryEmail } from "./recovery-email.ts";

export function ForgotPasswordPage() {
  return (
    <AccountCard title="Forgot master password" subtitle="We do not have it, but there are two ways on.">
      <ForgotForm />
      <p className="account-under">
        <Link to="/login">Back to login</Link>
      </p>
    </AccountCard>
  );
}

function ForgotForm() {
  const client = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(forgot, FORGOT_START);
  const [typed, setTyped] = useState(() => rememberedEmail.find() ?? "");
  const email = typed.trim();
  const busy = state.step !== "editing";

  const press = async (wish: ForgotWish) => {
    const event = { type: "press", wish, email } as const;
    dispatch(event);
    if (state.step !== "editing" || forgot(state, event).step !== "sending") return;
    try {
      await (wish === "hint" ? client.account.sendHint({ email }) : client.account.forgotPassword({ email }));
      dispatch({ type: "sent" });
      if (wish === "hint") return;
      recoveryEmail.keep(email);
      await navigate("/account-recovery", { state: { email } });
    } catch (error) {
      dispatch({ type: "refused", problem: forgotRefusal(error, wish) });
    }
  };
  return (
    <form
      className="account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void press("reset");
      }}
    >
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          dispatch({ type: "edit" });
        }}
      />
      <Problem problem={state.step === "editing" ? state.problem : null} />
      {state.step === "editing" && state.hintSent && (
        <div className="note note-success" role="status">
          <div className="note-text">{HINT_SENT}</div>
        </div>
      )}
      <div className="account-stack">
        <Button variant="default" size="md" fullWidth disabled={busy} onClick={() => void press("hint")}>
          Send Password Hint
        </Button>
        <Button type="submit" size="md" fullWidth disabled={busy}>
          Reset Password
        </Button>
      </div>
      <p className="account-lead">A reset needs the code we mail you and the recovery key you saved when you made your account.</p>
    </form>
  );
}
