/** How the second factor is turned on, step by step, and the first of them. */
import { Button } from "@mantine/core";
import type { Dispatch } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { PlainPanel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./MfaSetup.module.css";
import type { MfaEvent } from "./mfa.ts";

const STEPS = [
  "Install an authenticator app on your phone, or use one you have.",
  "Press 'Setup MFA' below.",
  "Scan the QR code with the app.",
  "Enter the 6-digit code the app shows.",
  "Press 'Verify Code'.",
];

export function MfaOff({ isPreparing, dispatch }: { isPreparing: boolean; dispatch: Dispatch<MfaEvent> }) {
  const { account } = useClient();
  const setup = async () => {
    dispatch({ type: "setup" });
    try {
      dispatch({ type: "ready", secret: await account.setupMfa() });
    } catch (error) {
      toast.failed(error, "Failed to setup MFA");
      dispatch({ type: "failed" });
    }
  };
  return (
    <PlainPanel>
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>Your other devices are then signed out, and we mail you a link that turns it off again within a day.</p>
      <Button disabled={isPreparing} onClick={() => void setup()}>
        Setup MFA
      </Button>
    </PlainPanel>
  );
}
