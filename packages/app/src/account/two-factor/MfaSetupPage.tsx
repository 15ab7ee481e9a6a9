/** The second factor: what it is, setting it up step by step, and turning it off. */
import { useReducer } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { MfaOff } from "./MfaOff.tsx";
import { MfaOn } from "./MfaOn.tsx";
import { MfaScan } from "./MfaScan.tsx";
import styles from "./MfaSetup.module.css";
import { mfa, mfaStart } from "./mfa.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

export function MfaSetupPage() {
  const session = useSession();
  const [state, dispatch] = useReducer(mfa, session?.user.two_factor_enabled ?? false, mfaStart);
  return (
    <div className={styles.page}>
      <PageTitle hint="Ask for a code from your phone each time you sign in.">Multi-Factor Authentication (MFA)</PageTitle>
      {(state.step === "off" || state.step === "preparing") && <MfaOff isPreparing={state.step === "preparing"} dispatch={dispatch} />}
      {state.step === "scan" && <MfaScan {...state.secret} dispatch={dispatch} />}
      {state.step === "codes" && <RecoveryCodes codes={state.recoveryCodes} onDone={() => dispatch({ type: "saved" })} />}
      {(state.step === "on" || state.step === "codes") && <MfaOn onDisabled={() => dispatch({ type: "disabled" })} />}
    </div>
  );
}
