/** Step three: what the file holds, what to take of it, and how the import goes. */
import { LOCALE, plural } from "@coffer/core/text";
import { filterCandidates, newCandidates, REVIEW_FILTERS, type Review, type ReviewFilter } from "@coffer/core/transfer/duplicates";
import type { Candidate } from "@coffer/core/transfer/import";
import { type ChangedChoice, passwordUpdates } from "@coffer/core/transfer/password-updates";
import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo, type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { alert, confirm } from "../ui/confirm.ts";
import { EmptyLine } from "../ui/EmptyLine.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { panelProps, TabStrip } from "../vault/list/TabStrip.tsx";
import { ChangedPasswordsSelect } from "./ChangedPasswordsSelect.tsx";
import { DestinationSelect } from "./DestinationSelect.tsx";
import { EncodedNote } from "./EncodedNote.tsx";
import { ALL_EXIST, tooMany } from "./import-messages.ts";
import { isOpenForChanges, type ReviewState } from "./import-state.ts";
import { notesOn, ReviewBanners, StatusBanner } from "./ReviewBanners.tsx";
import { ReviewCards } from "./ReviewCards.tsx";
import styles from "./ReviewStep.module.css";
import { ReviewTable } from "./ReviewTable.tsx";

interface Props {
  readonly state: ReviewState;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onImport: (rows: readonly Candidate[]) => void;
  readonly onStop: () => void;
  readonly onPlace: (folder: string) => void;
  /** Passwords that look HTML-encoded become what a web page would show. */
  readonly onDecode: () => void;
  readonly onResolve: (choice: ChangedChoice) => void;
}

interface Narrowing {
  readonly filter: ReviewFilter;
  readonly search: string;
}

const TABS = "review";
const FILTERS = Object.entries(REVIEW_FILTERS) as readonly [ReviewFilter, string][];

export const ReviewStep = (props: Props) => (
  <div>
    <StatusBanner state={props.state} />
    <Still {...props} />
  </div>
);

const isImporting = ({ state }: Props): boolean => state.step === "importing";

/** All that does not show how far an import is: while one runs, nothing of it changes, and to draw it with every step of the progress took a tenth of the import. */
const Still = memo(Reviewed, (before, now) => isImporting(before) && isImporting(now));

function Reviewed({ state, onSelect, onRemove, onImport, onStop, onPlace, onDecode, onResolve }: Props) {
  const [narrowing, setNarrowing] = useState<Narrowing>({ filter: "all", search: "" });
  const { review, selected } = state;
  const rows = useMemo(() => filterCandidates(review, narrowing), [review, narrowing]);
  const isNarrow = useNarrow();
  const List = isNarrow ? ReviewCards : ReviewTable;
  // The rows come in a separate render, so that the page stays responsive: together with everything else they blocked it for longer than 50 ms.
  const isDrawn = useDeferredValue(true, false);
  const removeOne = async (row: Candidate) => {
    if (await mayRemove("Are you sure you want to remove this item?")) onRemove([row.id]);
  };
  return (
    <>
      <Options isFolded={isNarrow} notes={notesOn(state)}>
        <ReviewBanners state={state} />
        <EncodedNote state={state} onDecode={onDecode} />
        <DestinationSelect state={state} onPlace={onPlace} />
        <ChangedPasswordsSelect state={state} onResolve={onResolve} />
      </Options>
      <Tools review={review} narrowing={narrowing} onNarrow={(part) => setNarrowing({ ...narrowing, ...part })} />
      <div {...panelProps(TABS, narrowing.filter)} className={styles.panel}>
        {rows.length === 0 && <EmptyLine>{review.candidates.length === 0 ? "The list is empty." : "No items match."}</EmptyLine>}
        {rows.length > 0 && isDrawn && (
          <List
            rows={rows}
            selected={selected}
            existing={review.existing}
            disabled={!isOpenForChanges(state)}
            onSelect={onSelect}
            onRemove={(row) => void removeOne(row)}
          />
        )}
      </div>
      <Footer state={state} onRemove={onRemove} onImport={onImport} onStop={onStop} />
    </>
  );
}

/** On a phone the rows come first: what there is to know and to choose is one line above them, which opens. */
function Options({ isFolded, notes, children }: { isFolded: boolean; notes: number; children: ReactNode }) {
  if (!isFolded) return children;
  return (
    <details className={styles.options}>
      <summary>{notes > 0 ? `Options and ${plural(notes, "note")}` : "Options"}</summary>
      {children}
    </details>
  );
}

interface ToolsProps {
  readonly review: Review;
  readonly narrowing: Narrowing;
  readonly onNarrow: (part: Partial<Narrowing>) => void;
}

/** What narrows the list. */
function Tools({ review, narrowing: { filter, search }, onNarrow }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <TabStrip
        id={TABS}
        label="Filter"
        tabs={FILTERS.map(([name, label]) => ({ name, label, count: review.counts[name] }))}
        selected={filter}
        onSelect={(name) => onNarrow({ filter: name })}
      />
      <TextInput
        className={styles.search}
        aria-label="Search items"
        placeholder="Search"
        value={search}
        autoComplete="off"
        leftSection={<IconSearch size={18} aria-hidden />}
        onChange={(event) => onNarrow({ search: event.currentTarget.value })}
      />
    </div>
  );
}

/** How many are chosen, and what to do with them. */
function Footer({ state, onRemove, onImport, onStop }: Pick<Props, "state" | "onRemove" | "onImport" | "onStop">) {
  const { review, selected, changedChoice } = state;
  const busy = !isOpenForChanges(state);
  const fresh = newCandidates(review, selected, changedChoice);
  const updates = passwordUpdates(review, selected, changedChoice).length;
  const removeSelected = async () => {
    if (await mayRemove(`Are you sure you want to remove ${selected.size} selected items?`)) onRemove([...selected]);
  };
  const start = () => {
    if (fresh.length === 0 && updates === 0) void alert(ALL_EXIST);
    else onImport(fresh);
  };
  return (
    <footer className={styles.footer}>
      <span className={styles.chosen} aria-live="polite">
        {`${selected.size.toLocaleString(LOCALE)} of ${plural(review.candidates.length, "item")} selected`}
      </span>
      {state.step === "importing" ? (
        <Button variant="default" onClick={onStop}>
          Stop import
        </Button>
      ) : (
        <Button variant="default" disabled={busy || selected.size === 0} onClick={() => void removeSelected()}>
          Remove Selected
        </Button>
      )}
      <Button
        disabled={busy || selected.size === 0 || tooMany(fresh.length, state.room) !== null}
        loading={state.step === "importing"}
        onClick={start}
      >
        {state.step === "importing"
          ? "Importing..."
          : updates > 0
            ? `Import ${plural(fresh.length, "new item")}, update ${updates}`
            : `Import ${plural(fresh.length, "new item")}`}
      </Button>
    </footer>
  );
}

const mayRemove = (message: string): Promise<boolean> => confirm({ title: "Remove", message, confirmLabel: "Remove", danger: true });
