/** The export: which file, what it will not hold, and the master password once more. Opened from the sidebar over the current page. */
import { plural } from "@coffer/core/text";
import { Button, Checkbox } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useSession } from "../frame/client-context.tsx";
import { Dialog } from "../frame/Dialog.tsx";
import { Form, FormError, SubmitButton } from "../ui/form/Form.tsx";
import type { FormApi } from "../ui/form/use-form.ts";
import { Note } from "../ui/Note.tsx";
import { PasswordInput } from "../ui/PasswordInput.tsx";
import { useContents } from "../vault/queries.ts";
import styles from "./ExportDialog.module.css";
import { ExportFormats } from "./ExportFormats.tsx";
import type { ExportForm } from "./export-form.ts";
import { type ExportCounts, type ExportFormat, formatOf } from "./export-formats.ts";
import { FilePassword } from "./FilePassword.tsx";
import { useExportForm } from "./use-export-form.ts";

const WIDTH_PX = 560;

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const form = useExportForm(onClose);
  const { values, busy } = form;
  const { readable, caution } = formatOf(values.format);
  const buttons = (
    <>
      <Button variant="default" disabled={busy} onClick={() => void form.leave()}>
        Cancel
      </Button>
      <SubmitButton form={form} busyLabel="Exporting..." disabled={values.masterPassword === ""}>
        Export
      </SubmitButton>
    </>
  );
  return (
    <Dialog onClose={() => void form.leave()} closeOnClickOutside={false} size={WIDTH_PX} title="Export File" footer={buttons}>
      <Form form={form} className={styles.form}>
        <ExportFormats selected={values.format} disabled={busy} onSelect={(format) => form.change({ format }, ["filePassword"])} />
        <Omissions form={form} />
        {readable ? <Warning caution={caution} /> : <FilePassword form={form} />}
        <MasterPassword form={form} />
        <FormError form={form} />
      </Form>
    </Dialog>
  );
}

interface PartProps {
  readonly form: FormApi<ExportForm>;
}

/** What the file will not hold. Nothing is left out silently. */
function Omissions({ form: { values, busy, change } }: PartProps) {
  const { data } = useContents();
  const { count, partial, name, without }: ExportFormat = formatOf(values.format);
  if (!data) return null;
  const { leftOut, unreadable, behind } = count(data, values);
  return (
    <>
      {partial && (
        <Checkbox
          label="Include cards"
          description={leftOut > 0 ? `${name} leaves out ${plural(leftOut, "card")}.` : "No card is left out."}
          checked={values.includeCards}
          disabled={busy}
          onChange={(event) => change({ includeCards: event.currentTarget.checked })}
        />
      )}
      {partial && (
        <Checkbox
          label="Safe for spreadsheets"
          description="For looking at, not for importing: what would be run as a formula gets an apostrophe."
          checked={values.isSafeForSheets}
          disabled={busy}
          onChange={(event) => change({ isSafeForSheets: event.currentTarget.checked })}
        />
      )}
      {without && <StaysBehind {...{ name, without, behind }} />}
      {unreadable > 0 && (
        <Note icon={<IconInfoCircle size={18} aria-hidden />}>
          {`${plural(unreadable, "item")} cannot be read and will not be in the file.`}
        </Note>
      )}
    </>
  );
}

/** Of the items that are in the file. */
function StaysBehind({ name, without, behind }: { name: string; without: string; behind: ExportCounts["behind"] }) {
  return (
    <Note icon={<IconInfoCircle size={18} aria-hidden />} label="What stays behind">
      <p>{`Not in a ${name} file: ${without}. Complete JSON holds everything.`}</p>
      {behind.length > 0 && (
        <ul className={styles.behind}>
          {behind.map(({ label, count }) => (
            <li key={label}>{`${label} of ${plural(count, "item")}`}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function Warning({ caution }: { caution: string | undefined }) {
  return (
    <Note tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <div className={styles.warning}>
        <p>Exported passwords are saved as readable text: anyone who has the file can read them all.</p>
        <p>Delete the file as soon as you no longer need it.</p>
        {caution && <p>{caution}</p>}
      </div>
    </Note>
  );
}

function MasterPassword({ form }: PartProps) {
  const email = useSession()?.user.email ?? "";
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordInput
        label="Confirm Master Password"
        shows="master password"
        autoComplete="current-password"
        disabled={form.busy}
        {...form.text("masterPassword")}
      />
    </>
  );
}
