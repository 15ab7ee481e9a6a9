/** The new master password, with the recovery key that opens what was saved, or the typed decision to begin with nothing. */
import { DELETED_KEPT_DAYS } from "@coffer/core/constants";
import { TextInput } from "@mantine/core";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { Note } from "../../ui/Note.tsx";
import { NewPassword } from "../NewPassword.tsx";
import { TextButton } from "../TextButton.tsx";
import { CONSENT, RESET_HINT, type ResetValues } from "./recovery.ts";

interface Props {
  readonly form: FormApi<ResetValues>;
}

export function ResetForm({ form, email }: Props & { email: string }) {
  const { discard } = form.values;
  return (
    <Form form={form}>
      <input type="hidden" name="email" autoComplete="username" value={email} />
      {discard ? <Discard form={form} /> : <Key form={form} />}
      <TextButton onClick={() => form.change({ discard: !discard })}>{discard ? "I have my recovery key" : "I don't have it"}</TextButton>
      <NewPassword form={form} email={email} label="New Master Password" hint={RESET_HINT} />
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth mt={4} color={discard ? "red" : "green"}>
        {discard ? "Start with an empty vault" : "Reset Password"}
      </SubmitButton>
    </Form>
  );
}

const Key = ({ form }: Props) => (
  <TextInput
    label="Recovery key"
    description="From your recovery kit. Spaces and hyphens do not matter."
    placeholder="XXXX-XXXX-…"
    size="md"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    classNames={{ input: "mono" }}
    inputWrapperOrder={["label", "input", "description"]}
    {...form.text("recoveryKey")}
  />
);

const Discard = ({ form }: Props) => (
  <div className="stack">
    <Note tone="error">
      Without the recovery key no one can open what you saved. You can begin again with an empty vault. What was there stays encrypted for{" "}
      {DELETED_KEPT_DAYS} days, in case you find the key, and is then deleted.
    </Note>
    <TextInput
      label={`To continue, type: ${CONSENT}`}
      size="md"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...form.text("consent")}
    />
  </div>
);
