/** The last step of a recovery. What was typed is kept here, so that it is still there when the server refuses. */
import { useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { checkNotGuessable } from "../passwords.ts";
import { Resealing } from "./Resealing.tsx";
import { ResetForm } from "./ResetForm.tsx";
import { checkReset, hasExpired, RESET_START, type ResetValues, resetRefusal } from "./recovery.ts";

export function Reset({
  email,
  onBusy,
  onDone,
  onExpired,
}: {
  email: string;
  onBusy: (busy: boolean) => void;
  /** @param recoveryKey - the new one. */
  onDone: (recoveryKey: string) => Promise<void>;
  onExpired: () => void;
}) {
  const { account } = useClient();
  const [percent, setPercent] = useState(0);
  const form = useForm<ResetValues>({
    start: RESET_START,
    check: (values) => checkReset(values, email),
    verify: (values) => checkNotGuessable(values, email),
    async send({ password, discard, recoveryKey: typed }) {
      setPercent(0);
      const onProgress = (now: number) => setPercent((before) => Math.max(before, Math.min(100, now)));
      const recoveryKey = discard ? null : typed.trim();
      try {
        const made = await account.resetPassword({ email, password, recoveryKey, discard, onProgress });
        await onDone(made.recoveryKey);
      } catch (error) {
        if (!hasExpired(error)) throw error;
        onExpired();
      }
    },
    failed: resetRefusal,
  });
  useEffect(() => {
    onBusy(form.busy);
    return () => onBusy(false);
  }, [onBusy, form.busy]);
  if (!form.busy) return <ResetForm form={form} email={email} />;
  const message = form.values.discard ? "Making your new vault..." : "Opening and re-encrypting everything you saved...";
  return <Resealing percent={percent} message={message} label="Progress of the reset" />;
}
