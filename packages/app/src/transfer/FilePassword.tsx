/** The separate password of an encrypted file, typed twice. */
import { IconInfoCircle } from "@tabler/icons-react";
import type { FormApi } from "../ui/form/use-form.ts";
import { Note } from "../ui/Note.tsx";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { StrengthMeter } from "../ui/StrengthMeter.tsx";
import type { ExportForm } from "./export-form.ts";

export function FilePassword({ form }: { form: FormApi<ExportForm> }) {
  const { busy, values } = form;
  return (
    <>
      <Note icon={<IconInfoCircle size={18} aria-hidden />}>
        Only this password opens the file, in any account. No one can reset it, and without it the file cannot be read.
      </Note>
      <div className="stack">
        <PasswordInput label="File password" autoComplete="new-password" disabled={busy} {...form.text("filePassword")} />
        {values.filePassword !== "" && <StrengthMeter password={values.filePassword} hints={false} />}
      </div>
      <PasswordInput
        label="Confirm file password"
        autoComplete="new-password"
        disabled={busy}
        {...form.text("confirmation")}
        onChange={(event) => form.change({ confirmation: event.currentTarget.value }, ["filePassword"])}
      />
    </>
  );
}
