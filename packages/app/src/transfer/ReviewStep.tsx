/** Step three: what the file holds, what to take of it, and how the import goes. */
import { plural } from "@coffer/core/text";
import { filterCandidates, newCandidates, REVIEW_FILTERS, type ReviewFilter } from "@coffer/core/transfer/duplicates";
import type { Candidate } from "@coffer/core/transfer/import";
import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { alert, confirm } from "../ui/confirm.tsx";
import { useNarrow } from "../ui/use-narrow.ts";
import { panelProps, TabStrip } from "../vault/list/TabStrip.tsx";
import { ALL_EXIST } from "./banners.ts";
import type { ReviewState } from "./import-state.ts";
import { ReviewBanners } from "./ReviewBanners.tsx";
import { ReviewCards } from "./ReviewCards.tsx";
import { ReviewTable } from "./ReviewTable.tsx";

interface Props {
  readonly state: ReviewState;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  readonly onRemove: (ids: readonly string[]) => void;
  readonly onImport: (rows: readonly Candidate[]) => void;
}

const FILTERS = Object.entries(REVIEW_FILTERS) as readonly [ReviewFilter, string][];

export function ReviewStep({ state, onSelect, onRemove, onImport }: Props) {
  const [filter, setFilter] = useState<ReviewFilter>("all");
  const [text, setText] = useState("");
  const narrow = useNarrow();
  const { review, selected } = state;
  const rows = useMemo(() => filterCandidates(review, { filter, search: text }), [review, filter, text]);
  const busy = state.step !== "review";
  const List = narrow ? ReviewCards : ReviewTable;

  const removeOne = async (row: Candidate) => {
    if (await ask("Are you sure you want to remove this item?")) onRemove([row.id]);
  };
  const removeSelected = async () => {
    if (await ask(`Are you sure you want to remove ${selected.size} selected items?`)) onRemove([...selected]);
  };
  const start = () => {
    const fresh = newCandidates(review, selected);
    if (fresh.length === 0) void alert(ALL_EXIST);
    else onImport(fresh);
  };
  return (
    <div className="review">
      <ReviewBanners state={state} />
      <div className="review-tools">
        <TabStrip
          id="review"
          label="Filter"
          tabs={FILTERS.map(([name, label]) => ({ name, label, count: review.counts[name] }))}
          selected={filter}
          onSelect={setFilter}
        />
        <TextInput
          className="review-search"
          aria-label="Search items"
          placeholder="Search"
          value={text}
          autoComplete="off"
          leftSection={<IconSearch size={17} aria-hidden />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div {...panelProps("review", filter)} className="review-panel">
        {rows.length === 0 ? (
          <p className="list-empty">{review.candidates.length === 0 ? "The list is empty." : "No items match."}</p>
        ) : (
          <List
            rows={rows}
            selected={selected}
            existing={review.existing}
            disabled={busy}
            onSelect={onSelect}
            onRemove={(row) => void removeOne(row)}
          />
        )}
      </div>
      <footer className="review-footer">
        <span className="review-chosen" aria-live="polite">
          {`${selected.size} of ${plural(review.candidates.length, "item")} selected`}
        </span>
        <Button variant="default" disabled={busy || selected.size === 0} onClick={() => void removeSelected()}>
          Remove Selected
        </Button>
        <Button disabled={busy || selected.size === 0} loading={state.step === "importing"} onClick={start}>
          {state.step === "importing" ? "Importing..." : importLabel(newCandidates(review, selected).length)}
        </Button>
      </footer>
    </div>
  );
}

const ask = (message: string): Promise<boolean> => confirm({ title: "Remove", message, confirmLabel: "Remove", danger: true });

const importLabel = (count: number): string => `Import ${plural(count, "new item")}`;
