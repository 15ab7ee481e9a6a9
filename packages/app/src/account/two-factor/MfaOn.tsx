/** That the second factor is on, and the code that turns it off. A code that is refused is said by a toast (specification 1 §8). */
import { IconShieldCheck } from "@tabler/icons-react";
import { useClient } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { DangerButton } from "../../ui/DangerButton.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormError } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { PlainPanel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { CodeField } from "../CodeField.tsx";
import styles from "./MfaSetup.module.css";
import { CONFIRM_DISABLE, checkWholeCode, MFA_DISABLED } from "./mfa.ts";

export function MfaOn({ onDisabled }: { onDisabled: () => void }) {
  const { account } = useClient();
  const form = useForm({
    start: { code: "" },
    check: checkWholeCode,
    confirm: () => confirm({ title: "Disable MFA", message: CONFIRM_DISABLE, confirmLabel: "Disable MFA", danger: true }),
    async send({ code }) {
      await account.disableMfa({ code });
      toast.done(MFA_DISABLED);
      onDisabled();
    },
    failed: (error) => ({ whole: messageOf(error, "Failed to disable MFA"), at: "code" }),
    failsBy: "toast",
  });
  return (
    <PlainPanel>
      <Note tone="success" icon={<IconShieldCheck size={20} aria-hidden />}>
        MFA is enabled. Every sign-in asks for a code of your authenticator app.
      </Note>
      {/* Who comes to look is not asked to turn it off. */}
      <Form form={form} className={styles.form} startsAt={null}>
        <p>To turn it off, enter a code of your authenticator app.</p>
        <CodeField form={form} label="Authentication code" sendsItself={false} />
        <FormError form={form} />
        <DangerButton type="submit" disabled={form.busy}>
          Disable MFA
        </DangerButton>
      </Form>
    </PlainPanel>
  );
}
