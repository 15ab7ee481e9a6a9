/** The password an encrypted file gets of its own, typed twice. */
import { IconInfoCircle } from "@tabler/icons-react";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { StrengthMeter } from "../ui/StrengthMeter.tsx";
import { type ExportForm, filePasswordProblem } from "./export-state.ts";

interface Props {
  readonly form: ExportForm;
  readonly tried: boolean;
  readonly onChange: (part: Partial<ExportForm>) => void;
}

export function FilePassword({ form, tried, onChange }: Props) {
  const problem = tried ? filePasswordProblem(form) : null;
  return (
    <>
      <div className="note">
        <IconInfoCircle size={18} aria-hidden />
        <div className="note-text">
          The file opens with this password alone, in any account. Nobody can reset it: without it the file cannot be read.
        </div>
      </div>
      <div className="export-file-password">
        <PasswordInput
          label="File password"
          autoComplete="new-password"
          value={form.filePassword}
          error={problem}
          onChange={(event) => onChange({ filePassword: event.currentTarget.value })}
        />
        {form.filePassword !== "" && <StrengthMeter password={form.filePassword} hints={false} />}
      </div>
      <PasswordInput
        label="Confirm file password"
        autoComplete="new-password"
        value={form.confirmation}
        onChange={(event) => onChange({ confirmation: event.currentTarget.value })}
      />
    </>
  );
}
