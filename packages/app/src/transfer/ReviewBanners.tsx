/** What stands above the list: how the import goes, what deserves attention, and the lines of the file that cannot be taken. */
import { plural } from "@coffer/core/text";
import type { ImportError } from "@coffer/core/transfer/import";
import { Progress } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { failureBanner, warnings } from "./banners.ts";
import type { ReviewState } from "./import-state.ts";

export function ReviewBanners({ state }: { state: ReviewState }) {
  return (
    <div className="review-banners">
      <StatusBanner state={state} />
      {state.step === "review" &&
        warnings(state.review).map((sentence) => (
          <div key={sentence} className="note note-warning">
            <IconAlertTriangle size={18} aria-hidden />
            <div className="note-text">{sentence}</div>
          </div>
        ))}
      {state.errors.length > 0 && <Problems errors={state.errors} />}
    </div>
  );
}

function StatusBanner({ state }: { state: ReviewState }) {
  if (state.step === "review") return state.failure === null ? null : <ErrorNote>{failureBanner(state.failure)}</ErrorNote>;
  if (state.step === "done") {
    return (
      <div className="note note-success" role="status">
        <IconCircleCheck size={18} aria-hidden />
        <div className="note-text">Import completed successfully!</div>
      </div>
    );
  }
  return (
    <div className="note import-progress" role="status">
      <IconInfoCircle size={18} aria-hidden />
      <div className="note-text">
        <div className="import-progress-line">
          <span>Processing import...</span>
          <span>{`${state.percent}%`}</span>
        </div>
        <Progress value={state.percent} size="sm" aria-label="Import progress" />
      </div>
    </div>
  );
}

function Problems({ errors }: { errors: readonly ImportError[] }) {
  return (
    <details className="note note-warning import-problems">
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
  );
}
