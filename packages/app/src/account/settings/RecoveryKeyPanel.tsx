/** A new recovery key, shown once. The old one opens nothing any more. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useTask } from "../../ui/use-task.ts";
import { useRenewRecoveryKey } from "../queries.ts";
import { RecoveryKit } from "../recovery/RecoveryKit.tsx";
import type { PanelProps } from "./DevicePanels.tsx";
import { DiscardedVault } from "./DiscardedVault.tsx";
import { PasswordQuestion } from "./PasswordQuestion.tsx";

export function RecoveryKeyPanel({ id, title }: PanelProps) {
  const email = useSession()?.user.email ?? "";
  const [asking, setAsking] = useState(false);
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const task = useTask("Failed to renew the recovery key");
  const { mutateAsync: renew } = useRenewRecoveryKey();
  const submit = async (password: string) => {
    const done = await task.run(async () => setRecoveryKey((await renew({ password })).recoveryKey));
    if (done) setAsking(false);
  };
  const finish = () => {
    setRecoveryKey(null);
    toast.done("Recovery key renewed");
  };
  return (
    <Panel
      id={id}
      title={title}
      hint="It opens your vault when the master password is forgotten. If you lost it, or somebody has seen it, make a new one."
    >
      {asking ? (
        <PasswordQuestion
          task={task}
          action="Make a new recovery key"
          onSubmit={(password) => void submit(password)}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          Renew recovery key
        </Button>
      )}
      <DiscardedVault />
      {recoveryKey !== null && <RecoveryKit email={email} recoveryKey={recoveryKey} onDone={finish} />}
    </Panel>
  );
}
