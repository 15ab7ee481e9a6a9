/** The picture to scan, the secret for a user who cannot scan, and the code that proves it worked. A code that is refused is said by a toast (specification 1 §8). */
import { Button } from "@mantine/core";
import type { Dispatch } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { PlainPanel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { CodeField } from "../CodeField.tsx";
import styles from "./MfaSetup.module.css";
import { checkWholeCode, MFA_ENABLED, type MfaEvent, type MfaSecret, spacedSecret } from "./mfa.ts";

export function MfaScan({ qrCodeUrl, secret, dispatch }: MfaSecret & { dispatch: Dispatch<MfaEvent> }) {
  const { account } = useClient();
  const form = useForm({
    start: { code: "" },
    check: checkWholeCode,
    async send({ code }) {
      const { recoveryCodes } = await account.verifyMfaSetup({ code });
      toast.done(MFA_ENABLED);
      dispatch({ type: "enabled", recoveryCodes });
    },
    failed: (error) => ({ whole: messageOf(error, "Failed to verify MFA code"), at: "code" }),
    failsBy: "toast",
  });
  return (
    <PlainPanel>
      <div className={styles.scan}>
        <div className={styles.picture}>
          <img src={qrCodeUrl} alt="QR code for your authenticator app" width={200} height={200} />
        </div>
        <Form form={form} className={styles.form}>
          <div>
            <div className={styles.caption}>Cannot scan? Enter this key in the app</div>
            <div className={styles.secret}>
              <code>{spacedSecret(secret)}</code>
              <CopyButton value={() => secret} label="Copy secret key" copied="Copied secret key" />
            </div>
          </div>
          <CodeField form={form} label="6-digit code" />
          <FormError form={form} />
          <div className={styles.actions}>
            <SubmitButton form={form} busyLabel="Verifying...">
              Verify Code
            </SubmitButton>
            <Button variant="default" disabled={form.busy} onClick={() => dispatch({ type: "cancel" })}>
              Cancel
            </Button>
          </div>
        </Form>
      </div>
    </PlainPanel>
  );
}
