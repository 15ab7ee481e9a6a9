/** Recovery: the mailed code, the second factor where there is one, and the form that re-seals everything under new keys. */
import { isRefusal } from "@coffer/contract/errors";
import { useReducer, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { AccountCard } from "../AccountCard.tsx";
import { withNotice } from "../sign-in-notice.ts";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { RecoveryCodeForm } from "./RecoveryCodeForm.tsx";
import { Resealing } from "./Resealing.tsx";
import { ResetForm } from "./ResetForm.tsx";
import { RECOVERY_START, type RecoveryEvent, type ResetForm as ResetValues, recovery, recoveryRefusal, resetRefusal } from "./recovery.ts";
import { emailIn, recoveryEmail } from "./recovery-email.ts";

export function AccountRecoveryPage() {
  const { state } = useLocation();
  const [email] = useState(() => emailIn(state) ?? recoveryEmail.find());
  if (email === null) return <Navigate to="/forgot-password" replace />;
  return <Recovery email={email} />;
}

/** A token of the recovery lives for minutes; after that the mailed code is asked for anew. */
const TOOK_TOO_LONG = "This took too long. Please request a new code.";
const hasExpired = (error: unknown): boolean =>
  isRefusal(error, "session_expired") || isRefusal(error, "authentication_required") || isRefusal(error, "temp_token_expired");

function Recovery({ email }: { email: string }) {
  const { account } = useClient();
  const navigate = useNavigate();
  const [state, dispatch] = useReducer(recovery, RECOVERY_START);

  /** Sends an event on; true when it led into waiting for an answer. */
  const enter = (event: RecoveryEvent): boolean => {
    dispatch(event);
    const next = recovery(state, event);
    return next !== state && (next.step === "resealing" || ("busy" in next && next.busy));
  };
  const verify = async (event: RecoveryEvent, code: string, mfaCode?: string) => {
    if (!enter(event)) return;
    try {
      const { step } = await account.verifyRecovery({ email, code, ...(mfaCode === undefined ? {} : { mfaCode }) });
      dispatch({ type: step === "mfa" ? "factor-asked" : "verified" });
    } catch (error) {
      dispatch({ type: "refused", problem: recoveryRefusal(error) });
    }
  };
  const reset = async (form: ResetValues, discard: boolean) => {
    if (!enter({ type: "submit-reset", form, email })) return;
    try {
      const onProgress = (percent: number) => dispatch({ type: "progressed", percent });
      const recoveryKey = discard ? null : form.recoveryKey.trim();
      const made = await account.resetPassword({ email, password: form.password, recoveryKey, discard, onProgress });
      dispatch({ type: "finished" });
      newRecoveryKey.keep({ email, recoveryKey: made.recoveryKey });
      recoveryEmail.forget();
      await navigate("/login", { replace: true, ...withNotice({ notice: "reset" }) });
    } catch (error) {
      if (hasExpired(error)) dispatch({ type: "expired", problem: TOOK_TOO_LONG });
      else dispatch({ type: "refused", problem: resetRefusal(error) });
    }
  };
  return (
    <AccountCard title="Account recovery" subtitle={email}>
      {(state.step === "verify" || state.step === "factor") && (
        <RecoveryCodeForm
          key={state.step}
          state={state}
          onEdit={() => dispatch({ type: "edit" })}
          onCode={(code) => void verify({ type: "submit-code", code }, code)}
          onFactor={(factor) => void verify({ type: "submit-factor", factor }, state.code, factor.trim())}
          onSendAgain={() => account.forgotPassword({ email })}
        />
      )}
      {state.step === "reset" && (
        <ResetForm state={state} dispatch={dispatch} email={email} onSubmit={(form) => void reset(form, state.discard)} />
      )}
      {state.step === "resealing" && <Resealing percent={state.percent} discard={state.discard} />}
      {state.step !== "resealing" && (
        <p className="account-under">
          <Link to="/login">Back to login</Link>
        </p>
      )}
    </AccountCard>
  );
}
