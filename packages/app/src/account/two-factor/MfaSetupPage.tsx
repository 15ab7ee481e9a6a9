/** The second factor: what it is, setting it up step by step, and turning it off. */
import { Button } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { type Dispatch, useReducer, useState } from "react";
import { useClient, useSession } from "../../frame/client-context.tsx";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { messageOf } from "../../ui/message.ts";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { toast } from "../../ui/toast.ts";
import { Problem } from "../Problem.tsx";
import { MfaScan } from "./MfaScan.tsx";
import { CONFIRM_DISABLE, MFA_DISABLED, MFA_ENABLED, type MfaEvent, type MfaState, mfa, mfaStart } from "./mfa.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import "../account.css";
import "../../ui/panel.css";
import "./mfa.css";

const STEPS = [
  "Install an authenticator app on your phone, or use one you have.",
  "Press 'Setup MFA' below.",
  "Scan the QR code with the app.",
  "Enter the 6-digit code the app shows.",
  "Press 'Verify Code'.",
];

export function MfaSetupPage() {
  const session = useSession();
  const [state, dispatch] = useReducer(mfa, session?.user.two_factor_enabled ?? false, mfaStart);
  return (
    <div className="mfa">
      <PageTitle hint="A second proof at sign-in: besides your master password, a code that only your phone can show.">
        Multi-Factor Authentication (MFA)
      </PageTitle>
      {(state.step === "off" || state.step === "preparing") && <Off state={state} dispatch={dispatch} />}
      {(state.step === "scan" || state.step === "verifying") && <Scan state={state} dispatch={dispatch} />}
      {state.step === "codes" && <RecoveryCodes codes={state.recoveryCodes} onDone={() => dispatch({ type: "saved" })} />}
      {(state.step === "on" || state.step === "disabling" || state.step === "codes") && <On state={state} dispatch={dispatch} />}
    </div>
  );
}

interface StepProps<State> {
  readonly state: State;
  readonly dispatch: Dispatch<MfaEvent>;
}

function Off({ state, dispatch }: StepProps<MfaState>) {
  const { account } = useClient();
  const setup = async () => {
    dispatch({ type: "setup" });
    try {
      dispatch({ type: "ready", ...(await account.setupMfa()) });
    } catch (error) {
      toast.failed(error, "Failed to setup MFA");
      dispatch({ type: "failed" });
    }
  };
  return (
    <section className="panel">
      <ol className="mfa-steps">
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button disabled={state.step === "preparing"} onClick={() => void setup()}>
        Setup MFA
      </Button>
    </section>
  );
}

function Scan({ state, dispatch }: StepProps<Extract<MfaState, { secret: string }>>) {
  const { account } = useClient();
  const verify = async (code: string) => {
    dispatch({ type: "submit", code });
    if (state.step !== "scan" || mfa(state, { type: "submit", code }).step !== "verifying") return;
    try {
      const { recoveryCodes } = await account.verifyMfaSetup({ code });
      toast.done(MFA_ENABLED);
      dispatch({ type: "enabled", recoveryCodes });
    } catch (error) {
      dispatch({ type: "refused", problem: messageOf(error, "Failed to verify MFA code") });
    }
  };
  return (
    <MfaScan
      state={state}
      onEdit={() => dispatch({ type: "edit" })}
      onCancel={() => dispatch({ type: "cancel" })}
      onVerify={(code) => void verify(code)}
    />
  );
}

function On({ state, dispatch }: StepProps<MfaState>) {
  const { account } = useClient();
  const [code, setCode] = useState("");
  const problem = "problem" in state ? state.problem : null;
  const busy = state.step !== "on";
  const disable = async () => {
    const event = { type: "submit", code } as const;
    const next = mfa(state, event);
    if (next.step !== "disabling") return dispatch(event);
    if (!(await confirm({ title: "Disable MFA", message: CONFIRM_DISABLE, confirmLabel: "Disable MFA", danger: true }))) return;
    dispatch(event);
    try {
      await account.disableMfa({ code });
      toast.done(MFA_DISABLED);
      dispatch({ type: "disabled" });
    } catch (error) {
      setCode("");
      dispatch({ type: "refused", problem: messageOf(error, "Failed to disable MFA") });
    }
  };
  return (
    <section className="panel">
      <div className="note note-success mfa-status">
        <IconShieldCheck size={20} aria-hidden />
        <div className="note-text">MFA is enabled. Every sign-in asks for a code of your authenticator app.</div>
      </div>
      <form
        className="mfa-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void disable();
        }}
      >
        <p>To turn it off, enter a code of your authenticator app.</p>
        <CodeInput
          label="Authentication code"
          value={code}
          disabled={busy}
          onChange={(typed) => {
            setCode(typed);
            dispatch({ type: "edit" });
          }}
        />
        <Problem problem={problem} takesFocus={false} />
        <Button type="submit" variant="default" className="panel-danger" disabled={busy}>
          Disable MFA
        </Button>
      </form>
    </section>
  );
}
