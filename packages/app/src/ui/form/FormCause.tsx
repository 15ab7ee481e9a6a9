/** Why a form was not sent, once the toast that said so is gone, and a way to send it again. A file of its own: the sign-in page has no such form. */
import { Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Note } from "../Note.tsx";
import type { FormApi } from "./use-form.ts";

export function FormCause({ form: { id, cause, busy } }: { form: Pick<FormApi<object>, "id" | "cause" | "busy"> }) {
  if (cause === null) return null;
  return (
    <Note
      tone="error"
      icon={<IconAlertCircle size={18} aria-hidden />}
      actions={
        <Button size="xs" variant="default" type="submit" form={id} disabled={busy}>
          Try again
        </Button>
      }
    >
      {`Not saved yet. What you typed stays here. ${cause}`}
    </Note>
  );
}
