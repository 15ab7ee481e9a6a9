/**
 * Asks for the master password before an action that cannot be undone or gives access, wherever it was started, and then lets the action continue. In the browser's top layer,
 * above any sheet and any dialog, so that what was typed there stays as it is. Mounted once, in App.
 */
import { FRESH_PROOF_MINUTES } from "@coffer/core/constants";
import { Button } from "@mantine/core";
import { useEffect, useId, useSyncExternalStore } from "react";
import { useClient, useSession } from "../frame/client-context.tsx";
import { useTopLayer } from "../frame/use-top-layer.ts";
import { type Asking, proof } from "../ui/confirm.ts";
import { messageOf } from "../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../ui/form/Form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import styles from "./ProofHost.module.css";
import { requirePassword } from "./required-fields.ts";

const BY_SERVER = `What you are about to do cannot be undone, or gives someone access. You are then not asked again for ${FRESH_PROOF_MINUTES} minutes.`;
const ofItem = (title: string): string => `You are asked before "${title}" is filled in or copied here.`;

export function ProofHost() {
  const asking = useSyncExternalStore(proof.subscribe, proof.current);
  // A locked or ended session answers for the person.
  useEffect(() => () => proof.answer(false), []);
  return asking === null ? null : <ProofDialog {...asking} />;
}

function ProofDialog({ item }: Asking) {
  const { account } = useClient();
  const titleId = useId();
  const dialog = useTopLayer();
  const form = useForm({
    start: { password: "" },
    check: requirePassword,
    send: ({ password }) => account.prove({ password, isHere: item !== undefined }),
    failed: (error) => ({ whole: messageOf(error), at: "password" }),
    onSent: () => proof.answer(true),
  });
  const cancel = () => {
    if (!form.busy) proof.answer(false);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <h2 id={titleId} className={styles.title}>
        Enter your master password to continue
      </h2>
      <p className={styles.why}>{item === undefined ? BY_SERVER : ofItem(item)}</p>
      <Form form={form}>
        <input type="hidden" name="email" autoComplete="username" value={useSession()?.user.email ?? ""} />
        <PasswordInput label="Master password" autoComplete="current-password" size="md" {...form.text("password")} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" disabled={form.busy} onClick={cancel}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel="Checking...">
            Continue
          </SubmitButton>
        </FormButtons>
      </Form>
    </dialog>
  );
}
