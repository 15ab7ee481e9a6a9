/** The export: which file, what it will not hold, and the master password once more. Opened from the sidebar over the page one is at. */
import { plural } from "@coffer/core/text";
import { Button, Checkbox } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useSession } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { useReturnFocus } from "../frame/use-return-focus.ts";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { useContents } from "../vault/queries.ts";
import { ExportFormats } from "./ExportFormats.tsx";
import { type ExportFormat, formatOf } from "./export-formats.ts";
import type { ExportForm } from "./export-state.ts";
import { FilePassword } from "./FilePassword.tsx";
import { useExport } from "./use-export.ts";
import "./export.css";

const FORM_ID = "export-form";
const WIDTH_PX = 560;

export function ExportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const { state, submit, change } = useExport(onClose);
  const { form, problem } = state;
  const format = formatOf(form.format);
  const busy = state.step === "exporting";
  const buttons = (
    <>
      <Button variant="default" disabled={busy} onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} loading={busy} disabled={form.masterPassword === "" && !busy}>
        Export
      </Button>
    </>
  );
  return (
    <Dialog onClose={() => busy || onClose()} closeOnClickOutside={false} size={WIDTH_PX} title="Export File" footer={buttons}>
      <form
        id={FORM_ID}
        className="export-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ExportFormats selected={form.format} disabled={busy} onSelect={(id) => change({ format: id })} />
        <Omissions form={form} disabled={busy} onIncludeCards={(includeCards) => change({ includeCards })} />
        {format.readable ? <Warning caution={format.caution} /> : <FilePassword form={form} tried={state.tried} onChange={change} />}
        <MasterPassword
          value={form.masterPassword}
          problem={problem}
          busy={busy}
          onChange={(masterPassword) => change({ masterPassword })}
        />
      </form>
    </Dialog>
  );
}

/** What the file will not hold. Never left out in silence. */
function Omissions({ form, disabled, onIncludeCards }: { form: ExportForm; disabled: boolean; onIncludeCards: (on: boolean) => void }) {
  const { data } = useContents();
  const { count, partial, name }: ExportFormat = formatOf(form.format);
  if (!data) return null;
  const { leftOut, unreadable } = count(data, form);
  return (
    <>
      {partial && (
        <Checkbox
          label="Include cards"
          description={leftOut > 0 ? `${name} leaves out ${plural(leftOut, "card")}.` : "No card is left out."}
          checked={form.includeCards}
          disabled={disabled}
          onChange={(event) => onIncludeCards(event.currentTarget.checked)}
        />
      )}
      {unreadable > 0 && (
        <div className="note">
          <IconInfoCircle size={18} aria-hidden />
          <div className="note-text">{`${plural(unreadable, "item")} cannot be read and will not be in the file.`}</div>
        </div>
      )}
    </>
  );
}

function Warning({ caution }: { caution: string | undefined }) {
  return (
    <div className="note note-warning">
      <IconAlertTriangle size={18} aria-hidden />
      <div className="note-text export-warning">
        <p>Exported passwords are saved as readable text: whoever has the file can read every one.</p>
        <p>Delete the file as soon as you no longer need it.</p>
        {caution && <p>{caution}</p>}
      </div>
    </div>
  );
}

interface MasterPasswordProps {
  readonly value: string;
  readonly problem: string | null;
  readonly busy: boolean;
  readonly onChange: (value: string) => void;
}

function MasterPassword({ value, problem, busy, onChange }: MasterPasswordProps) {
  const email = useSession()?.user.email ?? "";
  const input = useRef<HTMLInputElement>(null);
  // A refused try leaves the field empty and ready for the next one.
  useEffect(() => {
    if (problem !== null) input.current?.focus();
  }, [problem]);
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        ref={input}
        label="Confirm Master Password"
        name="master password"
        autoComplete="current-password"
        data-autofocus
        value={value}
        error={problem}
        disabled={busy}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
