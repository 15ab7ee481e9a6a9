/** The first thing the extension asks: where the person's Coffer is. */
import { ClientProvider } from "@coffer/app/frame/client-context.tsx";
import type { SessionWatch } from "@coffer/app/frame/session-watch.ts";
import { theme } from "@coffer/app/theme.ts";
import { Form, FormError, SubmitButton } from "@coffer/app/ui/form/Form.tsx";
import { useForm } from "@coffer/app/ui/form/use-form.ts";
import { MantineProvider, TextInput } from "@mantine/core";
import styles from "./ChooseServer.module.css";
import { serverOf } from "./server-address.ts";

const WRONG = "Enter the address of your Coffer, such as vault.example.com. It must begin with https.";

const isThere = async (origin: string): Promise<boolean> => {
  const { open } = await import("./open-client.ts");
  return open(origin)
    .serverStatus()
    .then(
      () => true,
      () => false,
    );
};

/** @param watch - without a session: forms ask who is signed in. */
export function ChooseServer({ watch, onChosen }: { watch: SessionWatch; onChosen: (origin: string) => Promise<void> }) {
  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <ClientProvider watch={watch}>
        <main className={styles.page}>
          <h1 className={styles.title}>Where is your Coffer?</h1>
          <p className={styles.why}>The address you open in the browser. Coffer asks once, and sends your encrypted vault nowhere else.</p>
          <AddressForm onChosen={onChosen} />
        </main>
      </ClientProvider>
    </MantineProvider>
  );
}

function AddressForm({ onChosen }: { onChosen: (origin: string) => Promise<void> }) {
  const form = useForm({
    start: { address: "" },
    check: ({ address }) => (serverOf(address) === null ? { fields: { address: WRONG } } : {}),
    send: async ({ address }) => {
      const origin = serverOf(address) ?? "";
      // An address that was mistyped would be kept, and every sign-in fail.
      if (!(await isThere(origin))) throw new Error("no answer");
      await onChosen(origin);
    },
    failed: "No Coffer answers at this address. Look whether it is right, and whether the server runs.",
  });
  return (
    <Form form={form}>
      <TextInput label="Address" placeholder="vault.example.com" size="md" inputMode="url" autoComplete="off" {...form.text("address")} />
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth busyLabel="Connecting...">
        Continue
      </SubmitButton>
    </Form>
  );
}
