/** Passkeys that open the vault: where each is stored, when it was last used, and what still opens the vault without them. */
import type { VaultPasskey } from "@coffer/client";
import { shortDateTime } from "@coffer/core/text";
import { Button, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { confirm } from "../../ui/confirm.ts";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Loading } from "../../ui/Loading.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { toast } from "../../ui/toast.ts";
import { isGivenUp, loadAuthenticator, passkeysHere } from "../passkeys/authenticator.ts";
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from "../queries.ts";
import { firstError } from "../required-fields.ts";
import styles from "./Panels.module.css";
import type { PanelProps } from "./panel-props.ts";
import { Row, Rows } from "./Rows.tsx";
import { relativeTime } from "./relative-time.ts";

const HINT =
  "Opens your vault by your finger, your face or the PIN of a device. Your master password and your recovery key always open it too, with every passkey gone: keep them. After new keys, another master password or another email, add your passkeys again. If someone else may use one, replace the keys of your vault: that ends it for good. Another browser extension that may read every site can ask for the same passkey here, and gets what opens your vault once you touch.";

const NOT_HERE = "A passkey belongs to the address of the web app, so it can be added there alone, with a browser that has passkeys.";

const WITH_PROVIDER =
  "Added. It is stored in your account with the maker of your device or of your password manager: anyone who takes that account over can open this vault.";
const ON_DEVICE = "Added. It is stored on this one device alone: with the device it is gone, and your master password opens the vault.";

const NONE: readonly VaultPasskey[] = [];

/** An authenticator is told which have ended, so that it offers them no more. No one waits for it. */
function useForgetEnded(rows: readonly VaultPasskey[]): void {
  const { account } = useClient();
  const hasEnded = rows.some(({ state }) => state === "ended");
  useEffect(() => {
    if (!hasEnded || !passkeysHere()) return;
    const tell = async () => account.tellAuthenticator({ authenticator: await loadAuthenticator() });
    tell().catch(() => undefined); // it is told with the next change
  }, [account, hasEnded]);
}

export function PasskeysPanel({ id, title }: PanelProps) {
  const passkeys = usePasskeys();
  const [isAdding, setAdding] = useState(false);
  const rows = passkeys.data ?? NONE;
  useForgetEnded(rows);
  return (
    <Panel id={id} title={title} hint={HINT}>
      {passkeys.isPending && <Loading rows={1} label="Loading passkeys" />}
      {passkeys.isError && <LoadFailed query={passkeys}>The passkeys could not be loaded.</LoadFailed>}
      {rows.length > 0 && (
        <Rows label="Passkeys that open your vault">
          {rows.map((row) => (
            <PasskeyRow key={row.id} passkey={row} />
          ))}
        </Rows>
      )}
      {passkeysHere() ? null : <p>{NOT_HERE}</p>}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {passkeysHere() && !isAdding && (
        <Button variant="default" onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      )}
    </Panel>
  );
}

const checkName = ({ name }: { readonly name: string }) => firstError(["name", name.trim() === "" ? "Please enter a name" : null]);

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { mutateAsync: add } = useAddPasskey();
  const form = useForm({
    start: { name: "" },
    check: checkName,
    async send({ name }) {
      const { isBackedUp } = await add({ authenticator: await loadAuthenticator(), name: name.trim() });
      toast.done(isBackedUp ? WITH_PROVIDER : ON_DEVICE, false);
    },
    failed: (error) => ({ whole: isGivenUp(error) ? "No passkey was made." : messageOf(error, "Failed to add the passkey") }),
    onSent: onClose,
  });
  return (
    <Form form={form} className={styles.form}>
      <p>
        Your browser asks where to keep the passkey, and asks twice: to make it, and to use it once. Anyone who can use it opens your vault
        without the master password: on one device, its owner; with a provider, anyone who has your account there.
      </p>
      <TextInput label="Name of the passkey" description="As you will know it: the device, or where it is kept." {...form.text("name")} />
      <FormError form={form} />
      <FormButtons>
        <Button variant="default" disabled={form.busy} onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton form={form} busyLabel="Adding...">
          Add
        </SubmitButton>
      </FormButtons>
    </Form>
  );
}

const STATES: Readonly<Record<VaultPasskey["state"], string | undefined>> = {
  opens: undefined,
  ended: "Opens nothing any more",
  missing: "Not at the server",
  unknown: "Not known to your vault",
};

function noteOf({ createdAt, lastUsedAt, isBackedUp, state }: VaultPasskey): string {
  const place = isBackedUp ? "kept by a provider" : "on one device";
  const used = lastUsedAt === null ? "not used to sign in yet" : `last sign-in ${relativeTime(lastUsedAt, Date.now())}`;
  return [`Added ${shortDateTime(createdAt)}`, used, ...(state === "unknown" ? [] : [place])].join(" · ");
}

function PasskeyRow({ passkey }: { passkey: VaultPasskey }) {
  const [isRenaming, setRenaming] = useState(false);
  const { name, state } = passkey;
  if (isRenaming) return <RenamePasskey passkey={passkey} onClose={() => setRenaming(false)} />;
  return (
    <Row
      icon={<IconFingerprint size={20} aria-hidden />}
      title={name}
      tag={STATES[state]}
      isAmiss
      note={noteOf(passkey)}
      action={
        <>
          {state !== "unknown" && (
            <Button variant="default" size="compact-md" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
              Rename
            </Button>
          )}
          <RemovePasskey passkey={passkey} />
        </>
      }
    />
  );
}

function RenamePasskey({ passkey: { id, name: before }, onClose }: { passkey: VaultPasskey; onClose: () => void }) {
  const { mutateAsync: rename } = useRenamePasskey();
  const form = useForm({
    start: { name: before },
    check: checkName,
    send: ({ name }) => rename({ id, name: name.trim() }),
    failed: (error) => ({ whole: messageOf(error, "Failed to rename the passkey") }),
    onSent: onClose,
  });
  return (
    <li>
      <Form form={form} className={styles.form}>
        <TextInput label={`New name of ${before}`} {...form.text("name")} />
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton form={form}>Save</SubmitButton>
        </FormButtons>
      </Form>
    </li>
  );
}

const REMOVE =
  "It opens your vault no more. If it is lost, or someone else may have it, also change your master password with new keys: then nothing that was kept from before opens anything.";

function RemovePasskey({ passkey: { id, name } }: { passkey: VaultPasskey }) {
  const { mutateAsync: remove, isPending } = useRemovePasskey();
  const press = async () => {
    if (!(await confirm({ title: `Remove ${name}`, message: REMOVE, confirmLabel: "Remove passkey", danger: true }))) return;
    try {
      await remove({ authenticator: await loadAuthenticator(), id });
      toast.done(`${name} was removed`);
    } catch (error) {
      toast.failed(error, "Failed to remove the passkey");
    }
  };
  return (
    <Button variant="default" size="compact-md" disabled={isPending} aria-label={`Remove ${name}`} onClick={() => void press()}>
      Remove
    </Button>
  );
}
