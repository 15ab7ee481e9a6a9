/** Signs a device out, and asks whether it is lost: a passkey on it would sign in again, so then the passkeys that may be used there end with it. */
import type { SessionRow, VaultPasskey } from "@coffer/client";
import { Checkbox } from "@mantine/core";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { type FormApi, useForm } from "../../ui/form/use-form.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Note } from "../../ui/Note.tsx";
import { PickGroup } from "../../ui/PickGroup.tsx";
import { toast } from "../../ui/toast.ts";
import { loadAuthenticator, passkeysHere } from "../passkeys/authenticator.ts";
import { usePasskeys, useReportLost, useRevokeSession } from "../queries.ts";
import styles from "./Panels.module.css";

interface Choice {
  readonly isLost: boolean;
  /** Null: as proposed. */
  readonly ended: readonly string[] | null;
}

const proposed = (passkeys: readonly VaultPasskey[], id: string): readonly string[] =>
  passkeys.filter(({ sessions }) => sessions.includes(id)).map((one) => one.id);

export function SignOutDialog({ row: { id, device }, onClose }: { row: SessionRow; onClose: () => void }) {
  const passkeys = usePasskeys();
  const revoke = useRevokeSession();
  const lose = useReportLost();
  const form = useForm<Choice>({
    start: { isLost: false, ended: null },
    async send({ isLost, ended }) {
      if (!isLost) await revoke.mutateAsync({ id });
      else {
        const authenticator = passkeysHere() ? await loadAuthenticator() : null;
        await lose.mutateAsync({ id, passkeys: ended ?? proposed(passkeys.data ?? [], id), authenticator });
      }
      toast.done(`${device} was signed out`);
    },
    failed: "Failed to sign the device out",
    failsBy: "toast",
    onSent: onClose,
    guard: { onLeave: onClose },
  });
  const { isLost } = form.values;
  return (
    <FormDialog
      form={form}
      title="Sign out a device"
      submitLabel="Sign out"
      busyLabel="Signing out..."
      isSubmitDisabled={isLost && passkeys.isPending}
    >
      <p>{device} will be signed out immediately.</p>
      <Checkbox
        label="It is lost, or someone else may have it"
        description="A passkey on it would sign in again: it ends too."
        checked={isLost}
        onChange={(event) => form.change({ isLost: event.currentTarget.checked })}
      />
      {isLost && passkeys.isPending && <Loading rows={1} label="Loading passkeys" />}
      {isLost && passkeys.isError && (
        <LoadFailed query={passkeys}>The passkeys could not be loaded, so none ends by this. Remove them in Passkeys below.</LoadFailed>
      )}
      {isLost && passkeys.data && <Passkeys form={form} session={id} rows={passkeys.data} />}
      {isLost && (
        <Note tone="warning" role="status">
          Afterwards change your master password with new keys: then nothing that was kept from before opens your vault.
        </Note>
      )}
    </FormDialog>
  );
}

interface PasskeysProps {
  readonly form: FormApi<Choice>;
  readonly session: string;
  readonly rows: readonly VaultPasskey[];
}

function Passkeys({ form, session, rows }: PasskeysProps) {
  const ended = form.values.ended ?? proposed(rows, session);
  const choose = (id: string, isEnded: boolean) => form.change({ ended: isEnded ? [...ended, id] : ended.filter((one) => one !== id) });
  const open = rows.filter(({ state }) => state !== "ended");
  if (open.length === 0) return <p>No passkey opens your vault.</p>;
  return (
    <PickGroup label="Passkeys that end with it">
      <div className={styles.choices}>
        {open.map(({ id, name, sessions, isBackedUp }) => (
          <Checkbox
            key={id}
            label={name}
            description={whereOf(sessions.includes(session), isBackedUp)}
            checked={ended.includes(id)}
            onChange={(event) => choose(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </PickGroup>
  );
}

function whereOf(isHere: boolean, isBackedUp: boolean): string {
  if (isHere) return "Added or used on this device.";
  return isBackedUp ? "Kept by a provider: it may be on this device too." : "Not known to be on this device.";
}
