/** What a locked vault shows: one field. Everything else is unmounted, and the keys are gone from memory until the master password derives them again. */
import { useEffect, useRef, useState } from "react";
import { useClient, useSessionState } from "../../frame/client-context.tsx";
import { CofferPicture } from "../../ui/CofferPicture.tsx";
import { messageOf } from "../../ui/error-message.ts";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { signOut } from "../../ui/may-sign-out.ts";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { AccountCard, CardFoot, Lead } from "../AccountCard.tsx";
import { PasskeyButton } from "../passkeys/PasskeyButton.tsx";
import { requirePassword } from "../required-fields.ts";
import { TextButton } from "../TextButton.tsx";
import styles from "./LockScreen.module.css";
import { presence } from "./presence.ts";

/** Two misses are free; then each guess waits twice as long. @returns milliseconds */
export const waitAfter = (misses: number): number => (misses < 3 ? 0 : Math.min(30_000, 1_000 * 2 ** (misses - 3)));

export function LockScreen() {
  const { account } = useClient();
  const { session, reason } = useSessionState();
  const email = session?.user.email ?? "";
  const misses = useRef(0);
  const form = useForm({
    start: { password: "" },
    check: requirePassword,
    async send({ password }) {
      presence.used(Date.now());
      await new Promise((resolve) => setTimeout(resolve, waitAfter(misses.current)));
      try {
        await account.unlock({ password });
      } catch (error) {
        misses.current++;
        throw error;
      }
    },
    failed: (error) => ({ whole: messageOf(error), at: "password" }),
  });
  return (
    <main className={styles.locked}>
      {/* The address names a vault or an item; a locked page shows none of it, but returns there. */}
      <AccountCard
        title="Locked"
        heading="Your vault is locked"
        subtitle={email}
        picture={<CofferPicture state={form.busy ? "ajar" : "closed"} size="large" />}
      >
        {reason === "offline" && (
          <Lead role="status">
            The server cannot be reached at the moment. Your master password opens the vault on this device without it.
          </Lead>
        )}
        <Form form={form}>
          <input type="hidden" name="email" autoComplete="username" value={email} />
          <PasswordInput label="Master Password" shows="password" autoComplete="current-password" size="md" {...form.text("password")} />
          <FormError form={form} />
          <SubmitButton form={form} size="md" fullWidth mt={4} busyLabel="Unlocking...">
            Unlock
          </SubmitButton>
        </Form>
        <CardFoot>
          <ByPasskey />
          <TextButton onClick={() => void signOut(account)}>Logout</TextButton>
        </CardFoot>
      </AccountCard>
    </main>
  );
}

/** Not for someone who has none, as far as this device knows: the browser would ask for another device's. */
function ByPasskey() {
  const { account } = useClient();
  const [isOffered, setOffered] = useState(false);
  useEffect(() => void account.mayHavePasskey().then(setOffered, () => setOffered(true)), [account]);
  return (
    isOffered && (
      <PasskeyButton open={(by) => account.unlockByPasskey(by)} failed="Failed to unlock">
        Use a passkey
      </PasskeyButton>
    )
  );
}
