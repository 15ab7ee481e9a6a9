/** A request to the administrators by a user who cannot use their authenticator. What became of it is said by a toast (specification 1 §2). */
import { HELP_MESSAGE_MAX_LENGTH } from "@coffer/core/constants";
import { Textarea } from "@mantine/core";
import { Form, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import type { FormApi } from "../../ui/form/use-form.ts";
import { Lead } from "../AccountCard.tsx";
import { ASK_FOR_HELP } from "../second-factor.ts";
import { TextButton, TextButtons } from "../TextButton.tsx";

export function HelpForm({ form, onBack }: { form: FormApi<{ readonly message: string }>; onBack: () => void }) {
  return (
    <Form form={form}>
      <Lead>An administrator can turn two-factor authentication off for you. Your vault stays closed to them.</Lead>
      <Textarea
        label="Message to the administrator"
        size="md"
        rows={5}
        maxLength={HELP_MESSAGE_MAX_LENGTH}
        disabled={form.busy}
        {...form.text("message")}
      />
      <FormError form={form} />
      <SubmitButton form={form} size="md" fullWidth busyLabel="Sending request...">
        {ASK_FOR_HELP}
      </SubmitButton>
      <TextButtons>
        <TextButton disabled={form.busy} onClick={onBack}>
          Back to Authentication Code
        </TextButton>
      </TextButtons>
    </Form>
  );
}
