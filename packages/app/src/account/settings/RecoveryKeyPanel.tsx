/** A new recovery key, shown once. The old one opens nothing any more. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useRenewRecoveryKey } from "../queries.ts";
import { RecoveryKit } from "../recovery/RecoveryKit.tsx";
import { DiscardedVault } from "./DiscardedVault.tsx";
import { PasswordQuestion } from "./PasswordQuestion.tsx";
import type { PanelProps } from "./panel-props.ts";

export function RecoveryKeyPanel({ id, title }: PanelProps) {
  const email = useSession()?.user.email ?? "";
  const [asking, setAsking] = useState(false);
  const [recoveryKey, setRecoveryKey] = useState<string | null>(null);
  const { mutateAsync: renew } = useRenewRecoveryKey();
  const send = async (password: string) => {
    setRecoveryKey((await renew({ password })).recoveryKey);
    setAsking(false);
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
          action="Make a new recovery key"
          send={send}
          failed="Failed to renew the recovery key"
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
