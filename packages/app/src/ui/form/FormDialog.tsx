/** A dialog around one short form: its fields, the message above the buttons, Cancel and the button that sends. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "./Form.tsx";
import type { FormApi } from "./use-form.ts";

interface Props {
  readonly form: Pick<FormApi<object>, "id" | "busy" | "error" | "at" | "refusals" | "submit" | "leave">;
  readonly title: string;
  /** What the button that sends says, and what it says while it sends. */
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly isSubmitDisabled?: boolean;
  /** Sending destroys something: Cancel has the focus first and the other button is red. */
  readonly isDestructive?: boolean;
  /** The field that has the focus first, where it is not the first one. */
  readonly startsAt?: string | undefined;
  readonly children: ReactNode;
}

export function FormDialog(props: Props) {
  const { form, title, submitLabel, busyLabel = "Saving...", isSubmitDisabled = false, isDestructive = false, children } = props;
  const leave = () => void form.leave();
  return (
    <Dialog onClose={leave} title={title}>
      <Form form={form} startsAt={isDestructive ? "[data-cancel]" : props.startsAt}>
        {children}
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" data-cancel disabled={isDestructive && form.busy} onClick={leave}>
            Cancel
          </Button>
          <SubmitButton form={form} busyLabel={busyLabel} disabled={isSubmitDisabled} {...(isDestructive && { color: "red" })}>
            {submitLabel}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
