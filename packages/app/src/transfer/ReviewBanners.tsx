/** What stands above the list: how the import goes, what deserves attention, and the lines of the file that cannot be taken. */
import { plural } from "@coffer/core/text";
import type { ImportError } from "@coffer/core/transfer/import";
import { Progress } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Note } from "../ui/Note.tsx";
import { failureBanner, warnings } from "./banners.ts";
import type { ReviewState } from "./import-state.ts";
import styles from "./ReviewBanners.module.css";

export function ReviewBanners({ state }: { state: ReviewState }) {
  return (
    <div className={styles.banners}>
      <StatusBanner state={state} />
      {state.step === "review" &&
        warnings(state.review).map((warning) => (
          <Note key={warning} tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {warning}
          </Note>
        ))}
      {state.errors.length > 0 && <UnreadLines errors={state.errors} />}
    </div>
  );
}

function StatusBanner({ state }: { state: ReviewState }) {
  if (state.step === "review") return state.failure === null ? null : <ErrorNote>{failureBanner(state.failure)}</ErrorNote>;
  if (state.step === "done") {
    return (
      <Note tone="success" role="status" icon={<IconCircleCheck size={18} aria-hidden />}>
        Import completed successfully!
      </Note>
    );
  }
  return (
    <Note role="status" icon={<IconInfoCircle size={18} aria-hidden />}>
      <div className={styles.progress}>
        <span>Processing import...</span>
        <span>{`${state.percent}%`}</span>
      </div>
      <Progress value={state.percent} size="sm" aria-label="Import progress" />
    </Note>
  );
}

function UnreadLines({ errors }: { errors: readonly ImportError[] }) {
  return (
    <Note tone="warning">
      <details className={styles.unread}>
        <summary>{`${plural(errors.length, "line")} of the file could not be read completely`}</summary>
        <ul>
          {errors.map(({ line, message }) => (
            <li key={`${line}-${message}`}>
              <strong>{`Line ${line}`}</strong>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      </details>
    </Note>
  );
}
