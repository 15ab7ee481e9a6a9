/** What covers the page during a switch of profile: the overlay, or the question for the other profile's second factor. */
import { Button, TextInput } from "@mantine/core";
import { createPortal } from "react-dom";
import { useBackGuard } from "../../frame/back-guard.ts";
import { Dialog } from "../../frame/Dialog.tsx";
import { WaitingDot } from "../../frame/Waiting.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { checkEitherCode } from "../second-factor.ts";
import { switchRefusal } from "./profile-switch.ts";
import styles from "./SwitchCover.module.css";
import type { ProfileSwitch } from "./use-profile-switch.ts";

export function SwitchCover({ profileSwitch }: { profileSwitch: ProfileSwitch }) {
  const { state, submit, cancel } = profileSwitch;
  if (state.step === "code") return <CodeQuestion send={submit} onCancel={cancel} />;
  if (state.step === "idle") return null;
  return createPortal(
    <div className={styles.cover} role="status">
      <div className={styles.card}>
        <WaitingDot />
        Switching profile...
      </div>
    </div>,
    document.body,
  );
}

function CodeQuestion({ send, onCancel }: { send: (code: string) => Promise<void>; onCancel: () => void }) {
  const form = useForm({ start: { code: "" }, check: checkEitherCode, send: ({ code }) => send(code.trim()), failed: switchRefusal });
  const cancel = () => {
    if (!form.busy) onCancel();
  };
  // Six typed digits need no question before they are lost.
  useBackGuard(true, async () => cancel());
  return (
    <Dialog onClose={cancel} title="Two-factor authentication">
      <Form form={form}>
        <p>This profile has a second factor. Enter the code of its authenticator app, or one of its backup codes.</p>
        <TextInput label="Authentication code" size="md" autoComplete="one-time-code" {...form.text("code")} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" disabled={form.busy} onClick={cancel}>
            Cancel
          </Button>
          <SubmitButton form={form}>Verify Code</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
