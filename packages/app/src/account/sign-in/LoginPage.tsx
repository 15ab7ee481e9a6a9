/** Sign-in. Leaving it after success is the guard's work: a session that begins here leads to All Items. */
import { useSyncExternalStore } from "react";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { AccountCard } from "../AccountCard.tsx";
import { newRecoveryKey } from "../recovery/new-recovery-key.ts";
import { SignIn } from "./SignIn.tsx";

const RecoveryKit = lazyComponent("dialog", async () => (await import("../recovery/RecoveryKit.tsx")).RecoveryKit);

export function LoginPage() {
  const kit = useSyncExternalStore(newRecoveryKey.subscribe, newRecoveryKey.current);
  return (
    <AccountCard title="Sign in to your account">
      <SignIn />
      {kit !== null && <RecoveryKit email={kit.email} recoveryKey={kit.recoveryKey} onDone={newRecoveryKey.forget} />}
    </AccountCard>
  );
}
