/** A new recovery key, shown once, and new keys for everything unless they are declined. */
import { Button } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { useRenewRecoveryKey } from "../queries.ts";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { RecoveryKit } from "../recovery/RecoveryKit.tsx";
import { KitLine } from "../rehearsal/KitLine.tsx";
import { DiscardedVault } from "./DiscardedVault.tsx";
import { NewKeys, useKeepNewKey, useRenewal } from "./NewKeys.tsx";
import { PasswordQuestion } from "./PasswordQuestion.tsx";
import type { PanelProps } from "./panel-props.ts";

export function RecoveryKeyPanel({ id, title }: PanelProps) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel
      id={id}
      title={title}
      hint="It opens your vault when the master password is forgotten. If you lost it, or someone has seen it, make a new one."
    >
      <KitLine />
      {asking ? (
        <Renew onClose={() => setAsking(false)} />
      ) : (
        <Button variant="default" onClick={() => setAsking(true)}>
          Renew recovery key
        </Button>
      )}
      <DiscardedVault />
      <Kit />
    </Panel>
  );
}

function Renew({ onClose }: { onClose: () => void }) {
  const keep = useKeepNewKey();
  const renewal = useRenewal();
  const { mutateAsync: renew } = useRenewRecoveryKey();
  const send = async (password: string) => {
    if (renewal.isChosen) await renewal.renew(password, null);
    else keep(await renew({ password }));
    onClose();
  };
  return (
    <PasswordQuestion
      action="Make a new recovery key"
      send={send}
      failed="Failed to renew the recovery key"
      onCancel={onClose}
      below={<NewKeys secret="key" renewal={renewal} />}
    />
  );
}

/** Also of a key that came with a new master password, or while its owner was on another page. */
function Kit() {
  const email = useSession()?.user.email ?? "";
  const kit = useSyncExternalStore(newRecoveryKey.subscribe, newRecoveryKey.current);
  if (kit?.email !== email) return null;
  const finish = () => {
    newRecoveryKey.forget();
    toast.done("Recovery key renewed");
  };
  return <RecoveryKit email={email} recoveryKey={kit.recoveryKey} onDone={finish} />;
}
