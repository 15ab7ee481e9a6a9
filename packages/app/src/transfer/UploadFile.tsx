/** Step two: the file, how to get it, and what is taken. It is read on this device; nothing readable leaves it. */
import { maxBytesOf, type SourceId, sourceOf } from "@coffer/core/transfer/sources";
import { TEMPLATE_FILE_NAME, templateCsv } from "@coffer/core/transfer/template";
import { Button } from "@mantine/core";
import { IconDownload, IconShieldLock } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { saveFile } from "../ui/save-file.ts";
import { DropZone } from "./DropZone.tsx";
import { SourceIcon } from "./SourceIcon.tsx";
import styles from "./UploadFile.module.css";

interface Props {
  readonly sourceId: SourceId;
  readonly reading: boolean;
  readonly error: string | null;
  readonly onFile: (file: File) => void;
  readonly onRefused: (error: string) => void;
}

export function UploadFile({ sourceId, reading, error, onFile, onRefused }: Props) {
  const { name, icon, howTo, supportedFormats, group } = sourceOf(sourceId);
  return (
    <div className={styles.upload}>
      <section className={styles.file}>
        <h2>Upload your file</h2>
        <DropZone busy={reading} maxBytes={maxBytesOf(sourceId)} onFile={onFile} onRefused={onRefused} />
        {error && <ErrorNote>{error}</ErrorNote>}
        <p className={styles.limits}>
          <span>{`Maximum file size: ${maxBytesOf(sourceId) / 1_048_576}MB`}</span>
          <span>{`Supported formats: ${supportedFormats.join(", ")}`}</span>
        </p>
        <p className={styles.privacy}>
          <IconShieldLock size={18} aria-hidden />
          The file is read on this device. The server only ever receives it encrypted.
        </p>
      </section>
      <aside className={styles.help}>
        {group === "other" ? (
          <TemplateHelp />
        ) : (
          <>
            <h3>
              <SourceIcon name={icon} label={name} />
              {`How do I get this file from ${name}?`}
            </h3>
            <ol>
              {howTo.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </>
        )}
      </aside>
    </div>
  );
}

const TEMPLATE_STEPS = [
  "Download the sample file below.",
  "Open it in a spreadsheet program.",
  "Do not change the column names.",
  "Use only the types password, note, personal_details, card_details and bank_details.",
  "Fill the fields that are relevant to each type.",
  "Save it as .csv and upload it here.",
];

function TemplateHelp() {
  return (
    <div className={styles.template}>
      <h3>Download Sample Format</h3>
      <ol>
        {TEMPLATE_STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button
        variant="default"
        className={styles.download}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => saveFile(TEMPLATE_FILE_NAME, templateCsv(), "text/csv")}
      >
        Download Template
      </Button>
    </div>
  );
}
