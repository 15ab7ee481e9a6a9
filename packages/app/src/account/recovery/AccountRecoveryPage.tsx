/** Recovery: the mailed code, the second factor where there is one, and the form that re-seals everything under new keys. */
import { useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { useClient } from "../../frame/client-context.tsx";
import { AccountCard, CardFoot } from "../AccountCard.tsx";
import { withNotice } from "../sign-in-notice.ts";
import { TextLink } from "../TextButton.tsx";
import { newRecoveryKey } from "./new-recovery-key.ts";
import { FactorForm, RecoveryCodeForm } from "./RecoveryCodeForm.tsx";
import { Reset } from "./Reset.tsx";
import { type RecoveryStep, TOOK_TOO_LONG } from "./recovery.ts";
import { codeLengthIn, emailIn, recoveryEmail } from "./recovery-email.ts";

export function AccountRecoveryPage() {
  const { state } = useLocation();
  const [email] = useState(() => emailIn(state) ?? recoveryEmail.find());
  if (email === null) return <Navigate to="/forgot-password" replace />;
  return <Recovery email={email} codeLength={codeLengthIn(state)} />;
}

function Recovery({ email, codeLength }: { email: string; codeLength: number }) {
  const [length, setLength] = useState(codeLength);
  const { account } = useClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<RecoveryStep>({ at: "code", reason: null });
  const [isResealing, setIsResealing] = useState(false);

  /** @param code - the one that was mailed; @param mfaCode - the second factor, once it was asked for. */
  const verify = async (code: string, mfaCode?: string) => {
    const { step: next } = await account.verifyRecovery({ email, code, ...(mfaCode === undefined ? {} : { mfaCode }) });
    setStep(next === "mfa" ? { at: "factor", code } : { at: "reset" });
  };
  const sendAgain = async () => setLength((await account.forgotPassword({ email })).codeLength);
  const finish = async (recoveryKey: string) => {
    setStep({ at: "done" });
    newRecoveryKey.keep({ email, recoveryKey });
    recoveryEmail.forget();
    await navigate("/login", { replace: true, ...withNotice({ notice: "reset" }) });
  };
  return (
    <AccountCard title="Account recovery" subtitle={email}>
      {step.at === "code" && <RecoveryCodeForm reason={step.reason} length={length} send={verify} sendAgain={sendAgain} />}
      {step.at === "factor" && <FactorForm send={(factor) => verify(step.code, factor)} />}
      {step.at === "reset" && (
        <Reset email={email} onBusy={setIsResealing} onDone={finish} onExpired={() => setStep({ at: "code", reason: TOOK_TOO_LONG })} />
      )}
      {!isResealing && (
        <CardFoot>
          <TextLink to="/login">Back to login</TextLink>
        </CardFoot>
      )}
    </AccountCard>
  );
}
