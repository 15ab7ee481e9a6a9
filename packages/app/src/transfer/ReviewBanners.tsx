/** What is shown above the list: how the import goes; what deserves attention, and the lines of the file that cannot be taken. */
import { plural } from "@coffer/core/text";
import { newCandidates } from "@coffer/core/transfer/duplicates";
import type { ImportError } from "@coffer/core/transfer/import";
import { Progress } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { ErrorNote } from "../ui/ErrorNote.tsx";
import { Note } from "../ui/Note.tsx";
import { failureBanner, GOES_ON, otherSource, tooMany, warnings } from "./import-messages.ts";
import type { ReviewState } from "./import-state.ts";
import styles from "./ReviewBanners.module.css";

/** How many of these there are. */
export const notesOn = (state: ReviewState): number =>
  (state.step === "review" ? cautions(state).length : 0) + (state.errors.length > 0 ? 1 : 0);

export function ReviewBanners({ state }: { state: ReviewState }) {
  return (
    <div className={styles.banners}>
      {state.step === "review" &&
        cautions(state).map((warning) => (
          <Note key={warning} tone="warning" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {warning}
          </Note>
        ))}
      {state.errors.length > 0 && <UnreadLines errors={state.errors} />}
    </div>
  );
}

/** What deserves attention before importing. */
function cautions(state: ReviewState): readonly string[] {
  const fresh = newCandidates(state.review, state.selected, state.changedChoice).length;
  return [otherSource(state), tooMany(fresh, state.room)].filter((text) => text !== null).concat(warnings(state.review));
}

/** How the import goes. */
export const StatusBanner = ({ state }: { state: ReviewState }) => (
  <div className={styles.banners}>
    <Status state={state} />
  </div>
);

function Status({ state }: { state: ReviewState }) {
  if (state.step === "review" && state.failure !== null)
    return (
      <ErrorNote>
        <p>{failureBanner(state.failure)}</p>
        <p>{GOES_ON}</p>
      </ErrorNote>
    );
  if (state.step === "review") return state.stopped ? <Note role="status">{`The import was stopped. ${GOES_ON}`}</Note> : null;
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

/** As many as a person reads here; a file can have a hundred thousand. */
const SHOWN_LINES = 200;

function UnreadLines({ errors }: { errors: readonly ImportError[] }) {
  return (
    <Note tone="warning">
      <details className={styles.unread}>
        <summary>{`${plural(errors.length, "line")} of the file could not be read completely`}</summary>
        <ul>
          {errors.slice(0, SHOWN_LINES).map(({ line, message }) => (
            <li key={`${line}-${message}`}>
              <strong>{`Line ${line}`}</strong>
              <span>{message}</span>
            </li>
          ))}
        </ul>
        {errors.length > SHOWN_LINES && <p>{`And ${errors.length - SHOWN_LINES} more. The receipt of the import has all of them.`}</p>}
      </details>
    </Note>
  );
}
