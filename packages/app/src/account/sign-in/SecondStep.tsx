/** The second step of signing in: the code, or a request for help. The keys of the first step wait in the client's memory. */
import { isRefusal } from "@coffer/contract/errors";
import { Button, TextInput } from "@mantine/core";
import { type Dispatch, type FormEvent, useReducer } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { messageOf } from "../../ui/message.ts";
import { Problem } from "../Problem.tsx";
import { HelpForm } from "../two-factor/HelpForm.tsx";
import { codeRefusal, SECOND_STEP_START, type SecondStepEvent, type SecondStepState, secondStep } from "../two-factor/second-step.ts";

interface Props {
  readonly email: string;
  readonly tempToken: string;
  readonly onDone: () => void;
  /** Back to the password, with a reason where there is one. */
  readonly onAgain: (problem: string | null) => void;
}

export function SecondStep({ email, tempToken, onDone, onAgain }: Props) {
  const client = useClient();
  const [state, dispatch] = useReducer(secondStep, SECOND_STEP_START);

  const submit = async (code?: string) => {
    const event = { type: "submit", ...(code === undefined ? {} : { code }) } as const;
    dispatch(event);
    const next = secondStep(state, event);
    if (state.step !== "entry" || next.step !== "verifying") return;
    try {
      await client.account.verifyCode({ tempToken, code: next.code });
      dispatch({ type: "verified" });
      onDone();
    } catch (error) {
      if (isRefusal(error, "temp_token_expired")) onAgain(messageOf(error));
      else dispatch({ type: "refused", problem: codeRefusal(error) });
    }
  };
  if (state.step === "help" || state.step === "sending") {
    return <HelpForm state={state} dispatch={dispatch} send={(message) => client.account.requestMfaHelp({ email, message, tempToken })} />;
  }
  return <CodeForm state={state} dispatch={dispatch} submit={(code) => void submit(code)} onAgain={() => onAgain(null)} />;
}

function CodeForm({
  state,
  dispatch,
  submit,
  onAgain,
}: {
  state: SecondStepState;
  dispatch: Dispatch<SecondStepEvent>;
  submit: (code?: string) => void;
  onAgain: () => void;
}) {
  const { code, isRecoveryCode, problem } = state;
  const busy = state.step !== "entry";
  const change = (typed: string) => dispatch({ type: "code", code: typed });
  return (
    <form
      className="account-step"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="account-lead">
        {isRecoveryCode
          ? "Enter one of the recovery codes you saved. Each works once."
          : "Enter the 6-digit code of your authenticator app."}
      </p>
      {isRecoveryCode ? (
        <TextInput
          label="Recovery code"
          size="md"
          autoComplete="off"
          autoFocus
          value={code}
          onChange={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <CodeInput
          key={problem}
          label="Authentication code"
          value={code}
          onChange={change}
          onWhole={submit}
          disabled={busy}
          autoFocus
          centered
        />
      )}
      <Problem problem={problem} takesFocus={false} />
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {busy ? "Verifying..." : "Verify Code"}
      </Button>
      <div className="account-links">
        <button type="button" className="account-text-button" onClick={() => dispatch({ type: "help" })}>
          Having trouble with your authenticator app?
        </button>
        <button type="button" className="account-text-button" onClick={() => dispatch({ type: "way", isRecoveryCode: !isRecoveryCode })}>
          {isRecoveryCode ? "Use your authenticator app" : "Use a recovery code"}
        </button>
        <button type="button" className="account-text-button" onClick={onAgain}>
          Sign in as somebody else
        </button>
      </div>
    </form>
  );
}
