/** A vault that was left behind by a reset without its recovery key: for thirty days the key, found late, brings it back. */
import type { DiscardedVault as Discarded } from "@coffer/client";
import { Progress, TextInput } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { useDiscardedVaults, useRestoreDiscarded } from "../queries.ts";
import { discardedMessage } from "./discarded-message.ts";
import styles from "./Panels.module.css";
import "@mantine/core/styles/Progress.layer.css";

export function DiscardedVault() {
  const { data: vaults = [] } = useDiscardedVaults();
  const [newest] = vaults;
  return newest === undefined ? null : <Restore vault={newest} />;
}

function Restore({ vault }: { vault: Discarded }) {
  const [percent, setPercent] = useState(0);
  const { mutateAsync: restore } = useRestoreDiscarded();
  const form = useForm({
    start: { recoveryKey: "" },
    check: ({ recoveryKey }) => (recoveryKey.trim() ? {} : { fields: { recoveryKey: "Please enter the recovery key" } }),
    async send({ recoveryKey }) {
      setPercent(0);
      const { restored } = await restore({ recoveryKey, onProgress: setPercent });
      toast.done(restored === 1 ? "1 item is back" : `${restored} items are back`);
    },
    failed: (error) => ({ whole: messageOf(error, "Failed to bring the vault back"), at: "recoveryKey" }),
    onSent: () => form.restart({ recoveryKey: "" }),
  });
  return (
    <Form form={form} className={styles.form} startsAt={null}>
      <p>{discardedMessage(vault)}</p>
      <TextInput
        label="Recovery key of that vault"
        autoComplete="off"
        spellCheck={false}
        size="md"
        classNames={{ input: "mono" }}
        {...form.text("recoveryKey")}
      />
      {form.busy && (
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label="Progress of bringing the vault back" />
        </Progress.Root>
      )}
      <FormError form={form} />
      <SubmitButton form={form}>Bring it back</SubmitButton>
    </Form>
  );
}
