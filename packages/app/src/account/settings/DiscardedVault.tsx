/** A vault that was left behind by a reset without its recovery key: for thirty days the key, found late, brings it back. */
import { Button, Progress, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "../../ui/toast.ts";
import { useTask } from "../../ui/use-task.ts";
import { Problem } from "../Problem.tsx";
import { useDiscardedVaults, useRestoreDiscarded } from "../queries.ts";
import { discardedSentence } from "./discarded-sentence.ts";
import "@mantine/core/styles/Progress.layer.css";

export function DiscardedVault() {
  const { data: vaults = [] } = useDiscardedVaults();
  const [recoveryKey, setRecoveryKey] = useState("");
  const [percent, setPercent] = useState<number | null>(null);
  const task = useTask("Failed to bring the vault back");
  const { mutateAsync: restore } = useRestoreDiscarded();
  const [newest] = vaults;
  if (!newest) return null;
  const submit = async () => {
    if (!recoveryKey.trim()) return task.refuse("Please enter the recovery key");
    await task.run(async () => {
      const { restored } = await restore({ recoveryKey, onProgress: setPercent });
      setRecoveryKey("");
      toast.done(restored === 1 ? "1 item is back" : `${restored} items are back`);
    });
    setPercent(null);
  };
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{discardedSentence(newest)}</p>
      <TextInput
        label="Recovery key of that vault"
        autoComplete="off"
        spellCheck={false}
        size="md"
        classNames={{ input: "mono" }}
        value={recoveryKey}
        onChange={(event) => {
          setRecoveryKey(event.currentTarget.value);
          task.edit();
        }}
      />
      {percent !== null && (
        <Progress.Root size="lg">
          <Progress.Section value={percent} aria-label="Progress of bringing the vault back" />
        </Progress.Root>
      )}
      <Problem problem={task.problem} takesFocus={false} />
      <Button type="submit" disabled={task.busy}>
        Bring it back
      </Button>
    </form>
  );
}
